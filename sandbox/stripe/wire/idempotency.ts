import { createHash } from 'node:crypto';

import type { Remembered, Account } from '../account.ts';
import { StripeError } from './errors.ts';
import type { Form, FormValue } from './form.ts';

/** Keys expire after a day (API reference, "Idempotent requests"). */
const REMEMBERED_S = 24 * 3_600;
const KEY_MAX = 255;

export type Answer = { readonly status: number; readonly body: string };

/**
 * The answer already given under an idempotency key; null when the key is new.
 * @throws StripeError idempotency_error when the key was used for another call or with other parameters
 */
export function replayOf(account: Account, key: string, path: string, form: Form): Remembered | null {
  if (key.length > KEY_MAX) throw clash('Idempotency keys cannot be longer than 255 characters.');
  const known = account.records.get('remembered', key);
  if (!known || known.created + REMEMBERED_S < account.now(null)) return null;
  if (!known.fingerprint.startsWith(`${path} `)) {
    const [first] = known.fingerprint.split(' ');
    throw clash(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (known.fingerprint !== fingerprintOf(path, form)) {
    throw clash(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return known;
}

type Given = Answer & { readonly key: string; readonly path: string; readonly form: Form; readonly requestId: string };

/** Stores an answer for repeats of its key, except refusals before any change, as at Stripe. */
export function remember(account: Account, { key, path, form, requestId, status, body }: Given): void {
  if (status === 400 || status === 404) return;
  const fingerprint = fingerprintOf(path, form);
  account.records.put('remembered', { id: key, fingerprint, requestId, created: account.now(null), status, body });
}

/** Deletes keys older than a day. */
export function forgetOldKeys(account: Account): void {
  const before = account.now(null) - REMEMBERED_S;
  for (const { id, created } of account.records.all('remembered')) {
    if (created < before) account.records.remove('remembered', id);
  }
}

/** A hash of the parameters. */
function fingerprintOf(path: string, form: Form): string {
  return `${path} ${createHash('sha256')
    .update(JSON.stringify(sorted(form)))
    .digest('base64url')}`;
}

function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

function clash(message: string): StripeError {
  return new StripeError(400, message, { type: 'idempotency_error' });
}
