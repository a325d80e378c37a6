import type { Client } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';

import type { Account } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';

type Asker = Pick<Account, 'id' | 'verifiedPhone' | 'pendingPhone'>;

/**
 * Counts a lookup whose reply reveals whether a phone is taken, verified or opted out, before it is answered
 * (docs/reference/security.md#t5). Lookups of an account's own phones do not count. All calls that reveal this share
 * one limit; the client is counted too, because accounts are free. Signed-in accounts, which have verified a phone, are
 * counted apart from newcomers at their address (docs/reference/security.md#t29).
 * @throws AppError `rate_limited`
 */
export async function countPhoneQuestion(
  { rateLimits, rules }: Pick<AccountDeps, 'rateLimits' | 'rules'>,
  asker: Asker,
  { phoneNumber, client, isSignedIn }: { phoneNumber: string; client: Pick<Client, 'prefixes'>; isSignedIn: boolean },
): Promise<void> {
  if (phoneNumber === asker.verifiedPhone || phoneNumber === asker.pendingPhone) return;
  const ofClient = isSignedIn ? rules.phoneQuestionsOfMembers : rules.phoneQuestions;
  await refuseOverLimit(rateLimits, [
    [rules.phoneQuestions, `taken|${asker.id}`],
    ...perClient(ofClient, client.prefixes),
  ]);
}
