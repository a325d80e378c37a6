import type { Account } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';

/**
 * Whether one more notice may be emailed to the address of an account; counts it. Until the mailbox is proven, its
 * owner may have asked for none of them, so they are limited by the address: an account that is deleted and made again
 * gets no more (docs/reference/security.md#t31).
 */
export async function takeNotice(
  { rateLimits, rules }: AccountDeps,
  { email, isEmailProven }: Pick<Account, 'email' | 'isEmailProven'>,
): Promise<boolean> {
  if (isEmailProven) return true;
  return (await rateLimits.take(rules.noticePerUnprovenEmail, email.toLowerCase())).ok;
}
