import { randomInt } from 'node:crypto';

import { CODE_DIGITS } from '#contract/verification-code.ts';
import { Secret } from '#server/platform/secret.ts';

/** How many tries a code allows; each is counted before the comparison. */
export const codeTriesMax = 5;

/** A uniformly random code of six digits. */
export function generateCode(): Secret {
  return new Secret(String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'));
}
