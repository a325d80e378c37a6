import { expect } from 'vitest';

import { DataExport } from '#contract/data-export.ts';
import { homePlaceCopy } from '#contract/home-place.ts';
import { test } from '#server/testing/shared-app.ts';
import { visitor } from '#server/testing/visitor.ts';

const path = '/api/user/home-place';

test('an account sets, sees, changes and removes its home place, and its export has it', async ({ app }) => {
  const ann = visitor(app);
  await ann.join();
  expect((await ann.call('GET', path)).body).toEqual({ homePlace: null });
  expect((await ann.call('POST', path, { place: '60614' })).body).toEqual({ homePlace: 'Chicago, IL 60614' });
  expect((await ann.call('POST', path, { place: ' austin, texas ' })).body).toEqual({ homePlace: 'Austin, TX' });
  expect((await ann.call('GET', path)).body).toEqual({ homePlace: 'Austin, TX' });
  const { homePlace } = DataExport.parse((await ann.call('GET', '/api/user/export')).body);
  expect(homePlace).toEqual([expect.objectContaining({ city: 'Austin', region: 'TX', zip: null })]);
  expect((await ann.call('DELETE', path)).body).toEqual({ homePlace: null });
  expect((await ann.call('GET', path)).body).toEqual({ homePlace: null });
});

test('a place that is unknown or ambiguous is refused at the field, and nothing changes', async ({ app }) => {
  const ann = visitor(app);
  await ann.join();
  await ann.call('POST', path, { place: '60614' });
  for (const [place, message] of [
    ['99999', homePlaceCopy.unknown],
    ['Paris, France', homePlaceCopy.unknown],
    ['Springfield', homePlaceCopy.several],
    ['', 'Enter a ZIP code, or a city and state'],
  ]) {
    const { status, body } = await ann.call('POST', path, { place });
    expect([status, body.fields]).toEqual([400, { place: message }]);
  }
  expect((await ann.call('GET', path)).body).toEqual({ homePlace: 'Chicago, IL 60614' });
});

test('no one reaches the home place of another account', async ({ app }) => {
  const ann = visitor(app);
  const ben = visitor(app);
  await ann.join();
  await ben.join();
  await ann.call('POST', path, { place: '60614' });
  await ben.call('DELETE', path);
  expect((await ann.call('GET', path)).body).toEqual({ homePlace: 'Chicago, IL 60614' });
  const stranger = visitor(app);
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const { status } = await stranger.call(method, path, method === 'POST' ? { place: '60614' } : undefined);
    expect(status).toBe(401);
  }
});
