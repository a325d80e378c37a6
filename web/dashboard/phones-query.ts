import { queryOptions } from '@tanstack/react-query';

import { PhoneNumbersReply, SyncPhonesReply } from '#contract/phone-numbers.ts';

import { call } from '../lib/api.ts';
import { comesBack, retries } from './retries.ts';

/** The account's numbers. Where there are none, the identity service is asked for one (spec, section 4, "Dashboard"). */
export const phonesQuery = queryOptions({
  queryKey: ['/api/user/phone-numbers'],
  async queryFn({ signal }) {
    const numbers = await call('/api/user/phone-numbers', { reads: PhoneNumbersReply, signal });
    return numbers.length > 0 ? numbers : syncPhones();
  },
  ...retries(2),
  ...comesBack,
});

async function syncPhones(): Promise<PhoneNumbersReply> {
  const synced = await call('/api/phone/sync-from-cognito', { method: 'POST', body: {}, reads: SyncPhonesReply }).catch(
    () => null, // there is none to bring over, as far as anybody can tell
  );
  return synced?.phoneNumbers ?? [];
}
