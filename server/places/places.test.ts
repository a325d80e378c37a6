import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace, type FoundPlace, knownPlace, placeName } from './places.ts';

const shown = (found: FoundPlace): string => (found.kind === 'one' ? placeName(found.place) : found.kind);

test.each([
  ['60614', 'Chicago, IL 60614'],
  ['60614-1234', 'Chicago, IL 60614'],
  ['Chicago IL 60614', 'Chicago, IL 60614'],
  ['Austin TX', 'Austin, TX'],
  ['austin, texas', 'Austin, TX'],
  ['AUSTIN,TX.', 'Austin, TX'],
  ['St. Louis, Missouri', 'Saint Louis, MO'],
  ['saint paul mn', 'Saint Paul, MN'],
  ['Ft Worth TX', 'Fort Worth, TX'],
  ['winston salem nc', 'Winston-Salem, NC'],
  ['Coeur d’Alene ID', "Coeur d'Alene, ID"],
  ['Washington DC', 'Washington, DC'],
  ['Bayamón PR', 'Bayamon, PR'],
  ['nyc', 'New York, NY'],
  ['chicago', 'Chicago, IL'],
  ['portland', 'Portland, OR'],
  ['springfield', 'several'],
  ['99999', 'none'],
  ['Paris TX 60614', 'none'],
  ['texas', 'none'],
  ['ohio', 'none'],
  ['New Hampshire', 'none'],
  ['new york', 'New York, NY'],
  ['washington', 'Washington, DC'],
  ['Nevada MO', 'Nevada, MO'],
  ['no such town mn', 'none'],
  ['', 'none'],
  ['the best pizza in the whole city of chicago il', 'none'],
])('%j is %s', (text, expected) => expect(shown(findPlace(text))).toBe(expected));

test.each([
  ['60614', 'America/Chicago'],
  ['El Paso TX', 'America/Denver'],
  ['Phoenix AZ', 'America/Phoenix'],
  ['Indianapolis IN', 'America/Indiana/Indianapolis'],
  ['Honolulu HI', 'Pacific/Honolulu'],
  ['Saipan MP', 'Pacific/Saipan'],
  ['39823', 'America/New_York'],
  ['Blakely GA', 'America/New_York'],
  ['Summerville GA', 'America/New_York'],
  ['Georgetown GA', 'America/New_York'],
  ['Needles CA', 'America/Los_Angeles'],
  ['Parker Dam CA', 'America/Los_Angeles'],
  ['Kellogg ID', 'America/Los_Angeles'],
  ['Wallace ID', 'America/Los_Angeles'],
  ['White Bird ID', 'America/Los_Angeles'],
  ['Riggins ID', 'America/Boise'],
  ['Boise ID', 'America/Boise'],
  ['Williston ND', 'America/Chicago'],
  ['Watford City ND', 'America/Chicago'],
  ['New Salem ND', 'America/Chicago'],
  ['Dickinson ND', 'America/Denver'],
  ['Ulysses KS', 'America/Chicago'],
  ['Saint Francis KS', 'America/Chicago'],
  ['Goodland KS', 'America/Denver'],
  ['Mobridge SD', 'America/Chicago'],
  ['Pine Ridge SD', 'America/Denver'],
  ['Boise City OK', 'America/Chicago'],
  ['Kenton OK', 'America/Denver'],
  ['Palestine IL', 'America/Chicago'],
  ['Saint Francisville IL', 'America/Chicago'],
  ['Oakland City IN', 'America/Chicago'],
  ['Cayuga IN', 'America/New_York'],
  ['Columbia KY', 'America/Chicago'],
  ['Upton KY', 'America/New_York'],
  ['Pall Mall TN', 'America/Chicago'],
  ['Chattanooga TN', 'America/New_York'],
  ['Crystal Falls MI', 'America/Chicago'],
  ['Ehrenberg AZ', 'America/Phoenix'],
  ['Littlefield AZ', 'America/Phoenix'],
  ['Colorado City AZ', 'America/Phoenix'],
  ['Second Mesa AZ', 'America/Phoenix'],
  ['Window Rock AZ', 'America/Denver'],
  ['Halfway OR', 'America/Los_Angeles'],
  ['Ontario OR', 'America/Boise'],
  ['Brogan OR', 'America/Denver'],
  ['Texico NM', 'America/Denver'],
  ['Animas NM', 'America/Denver'],
  ['Pensacola FL', 'America/Chicago'],
  ['Wewahitchka FL', 'America/Chicago'],
  ['Mullen NE', 'America/Denver'],
  ['West Wendover NV', 'America/Denver'],
  ['Baker NV', 'America/Los_Angeles'],
  ['Phenix City AL', 'America/New_York'],
])('the clock of %s is that of %s', (text, zone) => {
  const found = findPlace(text);
  expect(found.kind === 'one' && found.place.timeZone).toBe(zone);
});

test('a place is located within its own area', () => {
  const found = findPlace('60614');
  if (found.kind !== 'one') throw new Error('60614 is not in the list');
  expect(found.place.latitude).toBeCloseTo(41.92, 1);
  expect(found.place.longitude).toBeCloseTo(-87.65, 1);
});

test('a stored place is found again, and a ZIP code that was retired leads to its city', () => {
  const kept = { city: 'Chicago', region: 'IL', zip: '60614' };
  expect(knownPlace(kept)).toMatchObject(kept);
  expect(knownPlace({ ...kept, zip: '99999' })).toMatchObject({ city: 'Chicago', region: 'IL', zip: null });
  expect(knownPlace({ city: 'Nowhere', region: 'IL', zip: null })).toBeNull();
});

test('every place of the list is found by its own name, including the first and the last', () => {
  const lines = readFileSync(join(import.meta.dirname, 'us-places.tsv'), 'latin1')
    .trimEnd()
    .split('\n')
    .slice(1);
  const missing = lines.filter((line) => {
    const [, city = '', region = '', , points = ''] = line.split('\t');
    const zip = /^\d{5}/.exec(points)?.[0] ?? null;
    return knownPlace({ city, region, zip })?.zip !== zip;
  });
  expect([lines.length > 29_000, missing]).toEqual([true, []]);
});

test('whatever a text says, the place has a name that fits its column', () => {
  const part = fc.constantFrom('austin', 'st', 'tx', 'new york', '60614', '\t', '\n', ',', '-', 'é', 'saint', '00501');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(part).map((parts) => parts.join(' ')),
      ),
      (text) => {
        const found = findPlace(text);
        if (found.kind !== 'one') return;
        expect(found.place.city).toMatch(/^[A-Za-z0-9'-]+( [A-Za-z0-9'-]+)*$/);
        expect(found.place.region).toMatch(/^[A-Z]{2}$/);
        expect(found.place.timeZone).toMatch(/^(?:America|Pacific)\//);
      },
    ),
  );
});
