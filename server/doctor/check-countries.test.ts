import { expect, test } from 'vitest';

import { CarrierRequestError } from '#server/providers/twilio/carrier-http.ts';

import type { CarrierApi } from './carrier-api.ts';
import { checkCountries } from './check-countries.ts';

function apiOf(get: () => Promise<unknown>): CarrierApi {
  const calls = { get } as unknown as CarrierApi['accounts'];
  return { account: calls, messaging: calls, accounts: calls, path: '' };
}

const listed = (enabled: boolean) => (country_code: string) => ({ country_code, type: 'country', enabled });

test('a territory of the US that is closed is a fault, and a long list of open countries is cut', async () => {
  const permissions = [
    ...['US', 'GU'].map(listed(true)),
    ...['PR', 'CA'].map(listed(false)),
    ...['JM', 'GB', 'FR', 'DE', 'PK', 'NG', 'LK'].map(listed(true)),
  ];
  expect(await checkCountries(apiOf(async () => ({ permissions })))).toMatchObject([
    { kind: 'fault', says: 'The account may not text Puerto Rico: Twilio refuses those texts (21408).' },
    { kind: 'advice', says: expect.stringContaining('Jamaica, United Kingdom, France, Germany, Pakistan, and 2 more') },
  ]);
});

test('a server without the resource has no finding', async () => {
  const absent = apiOf(() => Promise.reject(new CarrierRequestError('refused', { status: 404 })));
  expect(await checkCountries(absent)).toEqual([]);
});
