import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import { accountWords } from '#contract/account-words.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * A password that an attacker finds within so many guesses is refused: the breached passwords that everyone tries first,
 * also with the usual substitutions and a character or two behind them (OWASP ASVS 5.0, 6.2.4 and 6.2.12).
 */
const guessesMin = 60_000;
/** The estimate takes longer than linear time, and a longer password is not on any list. */
const charsMax = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first password: the lists take some megabytes of memory. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({ dictionary, graphs: adjacencyGraphs });
}

/**
 * Refuses a new password that is common or was found in breaches, or is little more than its owner's email.
 * @param field of the form, which gets the message
 * @throws AppError `bad_request`
 */
export async function refuseCommonPassword(password: string, email: string, field: string): Promise<void> {
  estimator ??= load();
  const { guesses } = (await estimator).check(password.slice(0, charsMax), [
    email,
    email.split('@')[0] ?? '',
    'askline',
  ]);
  if (guesses >= guessesMin) return;
  throw new AppError('bad_request', accountWords.passwordCommon, { fields: { [field]: accountWords.passwordCommon } });
}
