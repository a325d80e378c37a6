import { errorFields } from '#server/observability/log.ts';

import type { AccountDeps } from '../dependencies.ts';

/**
 * Forgets the last texts of an account after its phone has changed. Never throws: the change is done, and a caller
 * would have nothing to retry. The copies at the carrier are removed a few minutes later in any case.
 */
export async function forgetTextsAfterwards(
  { forgetTexts, securityLog }: Pick<AccountDeps, 'forgetTexts' | 'securityLog'>,
  userId: string,
): Promise<void> {
  try {
    await forgetTexts(userId);
  } catch (error) {
    const fields = { event: 'texts_not_forgotten', user: userId, ...errorFields(error) };
    securityLog.warn(fields, 'the last texts of an account could not be forgotten before their time');
  }
}
