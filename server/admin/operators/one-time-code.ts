import { Secret as TotpSecret, TOTP } from 'otpauth';

import { CODE_DIGITS } from '#contract/verification-code.ts';
import { Secret } from '#server/platform/secret.ts';

/** What every authenticator app takes for granted (RFC 6238): SHA-1, 30 seconds, 6 digits. */
const settings = { algorithm: 'SHA1', digits: CODE_DIGITS, period: 30 } as const;
/** RFC 4226, section 4, R6: 160 bits are recommended. */
const secretBytes = 20;
/** A clock may be this many steps off (RFC 6238, section 5.2, recommends one at most). */
const driftSteps = 1;

/** The secret that an authenticator app shares with us, as bytes to be sealed and as its owner types or scans it. */
export type NewTotp = { readonly bytes: Uint8Array; readonly base32: Secret; readonly uri: Secret };

/** A random secret. @param label whose it is, as the app shows it */
export function newTotp({ issuer, label }: { issuer: string; label: string }): NewTotp {
  const secret = new TotpSecret({ size: secretBytes });
  const uri = new TOTP({ ...settings, issuer, label, secret }).toString();
  return { bytes: secret.bytes, base32: new Secret(secret.base32), uri: new Secret(uri) };
}

/**
 * The 30-second step that a code belongs to; null when it is the code of no step around now.
 * @param now milliseconds since 1970
 */
export function stepOfCode(bytes: Uint8Array, code: Secret, now: number): number | null {
  // A copy: the library keeps the whole buffer beneath, which Node shares among small ones.
  const totp = new TOTP({ ...settings, secret: new TotpSecret({ buffer: Uint8Array.from(bytes).buffer }) });
  const delta = totp.validate({ token: code.reveal(), timestamp: now, window: driftSteps });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
