import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import { accountCopy } from '#contract/account-copy.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * The fewest guesses that a password must withstand. Fewer suffice for breached passwords, also with the usual
 * substitutions or a character or two appended (OWASP ASVS 5.0, 6.2.4 and 6.2.12).
 */
const guessesMin = 60_000;
/** The estimate takes superlinear time, and no list contains longer passwords. */
const charsMax = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the lists on first use, because they take several megabytes of memory. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({ dictionary, graphs: adjacencyGraphs });
}

/**
 * Refuses a new password that is common or was found in breaches, or is little more than its owner's email.
 * @param field the form field that gets the message
 * @throws AppError `bad_request`
 */
export async function refuseCommonPassword(password: string, email: string, field: string): Promise<void> {
  estimator ??= loadEstimator();
  const { guesses } = (await estimator).check(password.slice(0, charsMax), [
    email,
    email.split('@')[0] ?? '',
    'askline',
  ]);
  if (guesses >= guessesMin) return;
  throw new AppError('bad_request', accountCopy.passwordCommon, { fields: { [field]: accountCopy.passwordCommon } });
}
