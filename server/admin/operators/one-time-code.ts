import { Secret as TotpSecret, TOTP } from 'otpauth';

import { CODE_DIGITS } from '#contract/verification-code.ts';
import { Secret } from '#server/platform/secret.ts';

/** The defaults of every authenticator app (RFC 6238): SHA-1, 30 seconds, 6 digits. */
const settings = { algorithm: 'SHA1', digits: CODE_DIGITS, period: 30 } as const;
/** RFC 4226, section 4, R6: 160 bits are recommended. */
const secretBytes = 20;
/** A clock may be this many steps off (RFC 6238, section 5.2, recommends one at most). */
const driftSteps = 1;

/** The secret of an authenticator app: as bytes to encrypt, as text to type and as a link to scan. */
export type NewTotp = { readonly bytes: Uint8Array; readonly base32: Secret; readonly uri: Secret };

/** Creates a random secret. @param label the account name that the app shows */
export function newTotp({ issuer, label }: { issuer: string; label: string }): NewTotp {
  const secret = new TotpSecret({ size: secretBytes });
  const uri = new TOTP({ ...settings, issuer, label, secret }).toString();
  return { bytes: secret.bytes, base32: new Secret(secret.base32), uri: new Secret(uri) };
}

/**
 * The 30-second step that a code belongs to; null when no step around `now` has this code.
 * @param now milliseconds since 1970
 */
export function stepOfCode(bytes: Uint8Array, code: Secret, now: number): number | null {
  // A copy: the library keeps the underlying buffer, which Node shares among small ones.
  const totp = new TOTP({ ...settings, secret: new TotpSecret({ buffer: Uint8Array.from(bytes).buffer }) });
  const delta = totp.validate({ token: code.reveal(), timestamp: now, window: driftSteps });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
