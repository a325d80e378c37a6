import { OPERATOR_SESSION_PREFIX } from '#contract/admin.ts';
import type { Db } from '#server/db/client.ts';
import type { Log } from '#server/platform/log.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import type { Sealer } from '#server/platform/seal.ts';
import type { Secret } from '#server/platform/secret.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

import { stepOfCode } from './one-time-code.ts';
import { endSession, findOperator, openSession, touchSession } from './operators.repo.ts';

/** How passwords rest: as slow hashes, made and compared by the identity provider's code. */
export type Passwords = {
  readonly hash: (password: Secret) => Promise<string>;
  readonly isHashOf: (stored: string | null, password: Secret) => Promise<boolean>;
};

export type OperatorsParts = {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  readonly securityLog: Log;
};

/** What a named operator shows. */
export type SignIn = { readonly name: string; readonly password: Secret; readonly code: Secret };

/**
 * Wrong codes after a right password, for each operator: only a person who knows the password can use them up, so this
 * lock is no weapon of strangers (security T30).
 */
const wrongCodes: Limit = { name: 'operator_code', points: 10, windowSeconds: 3600, whenDown: 'closed' };

/** Signs named operators in, with a password and a one-time code, and knows them again by their session. */
export class Operators {
  readonly #parts: OperatorsParts;

  constructor(parts: OperatorsParts) {
    this.#parts = parts;
  }

  /**
   * Opens a session. Null for an unknown or disabled name, a wrong password and a wrong or used code alike, so that a
   * guess learns nothing of the parts that were right.
   * @throws AppError when too many passwords are being checked
   */
  async signIn({ name, password, code }: SignIn): Promise<string | null> {
    const { db, passwords, rateLimits, securityLog } = this.#parts;
    const operator = await findOperator(db, name);
    const isRight = await passwords.isHashOf(operator?.passwordHash ?? null, password);
    if (operator === null || !isRight) return null;
    // With other secrets, which a reset makes, the count begins again.
    const key = `${operator.id} ${operator.passwordHash}`;
    const tries = await rateLimits.take(wrongCodes, key);
    const secret = tries.ok ? this.#openSecret(operator) : null;
    const step = secret && stepOfCode(secret, code, Date.now());
    const { token, hash } = newToken();
    if (step === null || !(await openSession(db, { operatorId: operator.id, step, tokenHash: hash }))) {
      securityLog.warn({ event: 'operator_code_refused', name }, 'a right operator password came with a wrong code');
      return null;
    }
    await rateLimits.giveBack(wrongCodes, key);
    return OPERATOR_SESSION_PREFIX + token;
  }

  /** The name behind a session, which counts as activity; null when it is over. */
  async find(session: string): Promise<string | null> {
    return touchSession(this.#parts.db, hashOf(session));
  }

  /** Ends a session. */
  async end(session: string): Promise<void> {
    await endSession(this.#parts.db, hashOf(session));
  }

  #openSecret({ id, totpSealed }: { id: string; totpSealed: Buffer }): Buffer | null {
    const { sealer, securityLog } = this.#parts;
    try {
      return sealer.open(totpSealed, id);
    } catch {
      // SESSION_SECRET was changed: `npm run operator -- reset` makes another secret.
      securityLog.error({ event: 'operator_secret_unreadable' }, 'the secret of an operator cannot be opened');
      return null;
    }
  }
}

/** Whether a bearer looks like the session of a named operator. */
export function isOperatorSession(given: string): boolean {
  return given.startsWith(OPERATOR_SESSION_PREFIX);
}

function hashOf(session: string): string {
  return tokenHash(session.slice(OPERATOR_SESSION_PREFIX.length));
}
