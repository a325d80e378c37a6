import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';

import { accountCopy } from '#contract/account-copy.ts';
import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';
import { AppError } from '#server/platform/errors.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

import type { PrivateCookies } from './cookies.ts';
import { deviceName } from './device-name.ts';
import {
  absoluteSeconds,
  addRow,
  findRow,
  freshenRow,
  listRows,
  removeOneRow,
  removeRow,
  removeRows,
  type SessionRow,
  touchRow,
} from './sessions.repo.ts';

/** A signed-in browser. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  /** Whether the password was proved in it within the last 15 minutes. */
  readonly isFresh: boolean;
};

/** An account whose password, or a token in its place, was checked. */
export type ProvenAccount = {
  readonly userId: string;
  /** The revision of the credentials that were checked; ending all access raises it. */
  readonly credentialsRevision: number;
};

const cookieName = 'session';
/** A hint for the pages that a session may exist (docs/reference/decisions.md#browser-storage). */
const hintCookie = 'authenticated';

/**
 * The sessions of signed-in browsers, in every identity stage (docs/reference/security.md#t6): 256 random bits in a
 * cookie, and their hash in the database. A session expires after 14 days without a visit, or 90 days in total. The
 * `authenticated` cookie is for the pages and never trusted here.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #cookies: PrivateCookies;

  constructor({ pool, cookies }: { pool: Pool; cookies: PrivateCookies }) {
    this.#pool = pool;
    this.#cookies = cookies;
  }

  /**
   * Signs in with a new token and ends the session that the browser had.
   * @param proven `provenAt`: when the password was proved, if not now
   * @throws AppError if the account does not exist, or access to it has ended since the password was checked
   */
  async start(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, credentialsRevision, provenAt = null }: ProvenAccount & { readonly provenAt?: Date | null },
  ): Promise<Session> {
    const { token, hash } = newToken();
    const old = this.#cookies.read(request, cookieName);
    const [row] = await addRow(
      this.#pool,
      hash,
      userId,
      credentialsRevision,
      old === undefined ? null : tokenHash(old),
      deviceName(request.headers['user-agent']),
      provenAt,
    );
    if (!row) throw new AppError('unauthenticated', accountCopy.invalidLogin);
    this.#cookies.set(reply, cookieName, token, absoluteSeconds);
    this.#cookies.hint(reply, hintCookie, absoluteSeconds);
    return { id: row.id, userId, isFresh: row.isFresh };
  }

  /** The session of a request, or null. */
  async find(request: FastifyRequest): Promise<Session | null> {
    const token = this.#cookies.read(request, cookieName);
    if (token === undefined) return null;
    const [row] = await findRow(this.#pool, tokenHash(token));
    if (!row) return null;
    // Not at every request, which would write a row at each click.
    if (row.isStale) await touchRow(this.#pool, row.id);
    return { id: row.id, userId: row.userId, isFresh: row.isFresh };
  }

  /**
   * The session of a request that requires one; it must be of the account that the caller expects, if it names one.
   * Looked up at each call: a body may arrive long after its headers, and the session may have ended in between.
   * @throws AppError `unauthenticated`, `other_account`
   */
  async require(request: FastifyRequest): Promise<Session> {
    const session = await this.find(request);
    if (!session) throw new AppError('unauthenticated', accountCopy.authenticationRequired);
    // Tabs share the cookie: one that still shows the previous account must not act on the current one.
    const expected = request.headers[EXPECTED_USER_HEADER];
    if (expected !== undefined && expected !== session.userId) {
      throw new AppError('other_account', accountCopy.otherAccount);
    }
    return session;
  }

  /**
   * The session of a request that also requires a password proof within the last 15 minutes.
   * @throws AppError `unauthenticated`, `other_account`, `password_needed`
   */
  async requireFresh(request: FastifyRequest): Promise<Session> {
    const session = await this.require(request);
    if (!session.isFresh) throw new AppError('password_needed', accountCopy.passwordNeeded);
    return session;
  }

  /** Records that the password was proved again in this session. */
  async refresh({ id }: Session): Promise<void> {
    await freshenRow(this.#pool, id);
  }

  /** The signed-in browsers of an account, most recently used first. */
  list(userId: string): Promise<SessionRow[]> {
    return listRows(this.#pool, userId);
  }

  /** Signs out one browser of an account. @returns false if no session has this id */
  async endOne(userId: string, id: string): Promise<boolean> {
    return (await removeOneRow(this.#pool, userId, id)).length === 1;
  }

  /**
   * The `onRequest` hook of a route that requires a session and validates input: checks access first, so that strangers
   * learn nothing about the input and their bodies are not read. The handler calls `require` again, because the session
   * may end while the body arrives.
   * @throws AppError `unauthenticated`, `other_account`
   */
  readonly requireEarly = async (request: FastifyRequest): Promise<void> => {
    await this.require(request);
  };

  /** Signs out this browser. @returns the id of its account, if it had a session */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const token = this.#cookies.read(request, cookieName);
    this.forget(reply);
    if (token === undefined) return null;
    const [row] = await removeRow(this.#pool, tokenHash(token));
    return row?.userId ?? null;
  }

  /** Clears the cookies of a browser whose session has ended. */
  forget(reply: FastifyReply): void {
    this.#cookies.clear(reply, cookieName);
    this.#cookies.clearHint(reply, hintCookie);
  }

  /** Signs out every browser of an account except the session `keptId`. Inside a transaction, use `endSessions`. */
  async endAll(userId: string, keptId: string | null = null): Promise<void> {
    await removeRows(this.#pool, userId, keptId);
  }
}
