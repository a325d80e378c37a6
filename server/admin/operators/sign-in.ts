import { OPERATOR_SESSION_PREFIX } from '#contract/admin.ts';
import type { Db } from '#server/db/client.ts';
import type { Log } from '#server/observability/log.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import type { Secret } from '#server/platform/secret.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

import { stepOfCode } from './one-time-code.ts';
import { endSession, findOperator, openSession, touchSession } from './operators.repo.ts';

/** Passwords are stored as slow hashes, created and compared by the code of the identity provider. */
export type Passwords = {
  readonly hash: (password: Secret) => Promise<string>;
  readonly isHashOf: (stored: string | null, password: Secret) => Promise<boolean>;
};

export type OperatorSignInDeps = {
  readonly db: Db;
  readonly encryptor: Encryptor;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  readonly securityLog: Log;
};

/** The credentials of a named operator. */
export type SignIn = { readonly name: string; readonly password: Secret; readonly code: Secret };

/**
 * Wrong codes after a right password, for each operator: using them up takes the password, so strangers cannot lock an
 * operator out (docs/reference/security.md#t30).
 */
const wrongCodes: Limit = { name: 'operator_code', points: 10, windowSeconds: 3600, whenDown: 'closed' };

/** Signs named operators in with a password and a one-time code, and identifies them by their session. */
export class Operators {
  readonly #deps: OperatorSignInDeps;

  constructor(deps: OperatorSignInDeps) {
    this.#deps = deps;
  }

  /**
   * Opens a session. Null for an unknown or disabled name, a wrong password and a wrong or used code alike, so that a
   * guess reveals nothing.
   * @throws AppError when too many passwords are being checked
   */
  async signIn({ name, password, code }: SignIn): Promise<string | null> {
    const { db, passwords, rateLimits, securityLog } = this.#deps;
    const operator = await findOperator(db, name);
    const isRight = await passwords.isHashOf(operator?.passwordHash ?? null, password);
    if (operator === null || !isRight) return null;
    // A reset creates other secrets, and the count starts again.
    const key = `${operator.id} ${operator.passwordHash}`;
    const tries = await rateLimits.take(wrongCodes, key);
    const secret = tries.ok ? this.#openSecret(operator) : null;
    const step = secret && stepOfCode(secret, code, Date.now());
    const { token, hash } = newToken();
    if (step === null || !(await openSession(db, { operator, step, tokenHash: hash }))) {
      securityLog.warn({ event: 'operator_code_refused', name }, 'correct operator password with a wrong code');
      return null;
    }
    await rateLimits.refund(wrongCodes, key);
    return OPERATOR_SESSION_PREFIX + token;
  }

  /** The name behind a session, recording activity; null when it has ended. */
  async find(session: string): Promise<string | null> {
    return touchSession(this.#deps.db, hashOf(session));
  }

  /** Ends a session. */
  async end(session: string): Promise<void> {
    await endSession(this.#deps.db, hashOf(session));
  }

  #openSecret({ id, totpSealed }: { id: string; totpSealed: Buffer }): Buffer | null {
    const { encryptor, securityLog } = this.#deps;
    try {
      return encryptor.decrypt(totpSealed, id);
    } catch {
      // SESSION_SECRET was changed: `npm run operator -- reset` makes another secret.
      securityLog.error({ event: 'operator_secret_unreadable' }, 'the secret of an operator cannot be opened');
      return null;
    }
  }
}

/** Whether a bearer token has the form of an operator's session. */
export function isOperatorSession(given: string): boolean {
  return given.startsWith(OPERATOR_SESSION_PREFIX);
}

function hashOf(session: string): string {
  return tokenHash(session.slice(OPERATOR_SESSION_PREFIX.length));
}
