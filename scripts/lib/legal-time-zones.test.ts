import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { hasSameClock, legalTimeZone } from './legal-time-zones.ts';
import { root } from './project.ts';

test.each([
  ['Blakely', 'Early', 'GA', 'America/New_York'],
  ['Needles', 'San Bernardino', 'CA', 'America/Los_Angeles'],
  ['Kellogg', 'Shoshone', 'ID', 'America/Los_Angeles'],
  ['Riggins', 'Idaho', 'ID', 'America/Denver'],
  ['Pensacola', 'Escambia', 'FL', 'America/Chicago'],
  ['Port Saint Joe', 'Gulf', 'FL', 'America/New_York'],
  ['Window Rock', 'Apache', 'AZ', 'America/Denver'],
  ['Second Mesa', 'Navajo', 'AZ', 'America/Phoenix'],
  ['Pine Ridge', 'Oglala Lakota County', 'SD', 'America/Denver'],
])('%s in %s County, %s, is in %s', (city, county, state, zone) =>
  expect(legalTimeZone({ city, county, state })).toBe(zone),
);

test.each([
  ['Selfridge', 'Sioux', 'ND'],
  ['Cody', 'Cherry', 'NE'],
  ['Phenix City', 'Russell', 'AL'],
  ['Nome', 'Nome', 'AK'],
  ['Chicago Heights', '', 'IN'],
])('of %s in %s County, %s, only coordinates tell', (city, county, state) =>
  expect(legalTimeZone({ city, county, state })).toBeNull(),
);

test('every place of the list has the clock of its state, where the state has only one', () => {
  const lines = readFileSync(join(root, 'server', 'places', 'us-places.tsv'), 'latin1')
    .trimEnd()
    .split('\n')
    .slice(1);
  const wrong = lines.filter((line) => {
    const [, city = '', state = '', zone = ''] = line.split('\t');
    // Without a county it is known for a state that has no line through it, or only around some towns.
    const legal = legalTimeZone({ city, county: '', state });
    return legal !== null && !hasSameClock(legal, zone);
  });
  expect(wrong).toEqual([]);
});
