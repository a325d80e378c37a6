import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';

import { accountWords } from '#contract/account-words.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import type { PrivateCookies } from './cookies.ts';
import { deviceName } from './device-name.ts';
import { AppError } from './errors.ts';
import { newToken, tokenHash } from './token.ts';

/** A signed-in browser. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  /** The password was proved in it within the last quarter of an hour. */
  readonly isFresh: boolean;
};

const COOKIE = 'session';
/** Read by the pages only: it says that asking who is signed in makes sense (decisions, "Browser storage"). */
const HINT_COOKIE = 'authenticated';

const idleDays = 14;
const absoluteDays = 90;
const absoluteSeconds = absoluteDays * 86_400;
/** After this long what matters most asks for the password again (security T35). */
const freshMinutes = 15;

const findRow = statement<[hash: string], Session & { isStale: boolean }>(
  'find_session',
  `select id, user_id as "userId", proven_at > now() - interval '${freshMinutes} minutes' as "isFresh", last_seen_at < now() - interval '5 minutes' as "isStale"
     from sessions
    where token_hash = $1 and expires_at > now() and last_seen_at > now() - interval '${idleDays} days'`,
);
const touchRow = statement<[id: string], Record<string, never>>(
  'touch_session',
  `update sessions set last_seen_at = now() where id = $1`,
);
const addRow = statement<
  [hash: string, userId: string, replacedHash: string | null, device: string | null],
  { id: string }
>(
  'add_session',
  `with replaced as (delete from sessions where token_hash = $3)
   insert into sessions (token_hash, user_id, expires_at, device)
   select $1, id, now() + interval '${absoluteDays} days', $4 from users where id = $2 and deleted_at is null
   returning id`,
);
const freshenRow = statement<[id: string], Record<string, never>>(
  'freshen_session',
  `update sessions set proven_at = now() where id = $1`,
);
/** A signed-in browser as its owner sees it. */
export type SessionRow = {
  readonly id: string;
  readonly device: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};
const listRows = statement<[userId: string], SessionRow>(
  'list_sessions',
  `select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt"
     from sessions
    where user_id = $1 and expires_at > now() and last_seen_at > now() - interval '${idleDays} days'
    order by last_seen_at desc limit 50`,
);
const removeOneRow = statement<[userId: string, id: string], { id: string }>(
  'remove_one_session',
  `delete from sessions where user_id = $1 and id = $2 returning id`,
);
const removeRow = statement<[hash: string], { userId: string }>(
  'remove_session',
  `delete from sessions where token_hash = $1 returning user_id as "userId"`,
);
const removeRows = statement<[userId: string, keptId: string | null], Record<string, never>>(
  'remove_sessions',
  `delete from sessions where user_id = $1 and id is distinct from $2`,
);

/**
 * Who is signed in, in every stage of identity (security T6): 256 random bits in a cookie, their hash in the database,
 * 14 days without a visit or 90 days in all. The `authenticated` cookie is for the pages; nothing here believes it.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #cookies: PrivateCookies;

  /** Found once for each request, however many ask. */
  readonly #required = new WeakMap<FastifyRequest, Session>();

  constructor({ pool, cookies }: { pool: Pool; cookies: PrivateCookies }) {
    this.#pool = pool;
    this.#cookies = cookies;
  }

  /**
   * Signs in. The token is new, and the one that the browser came with is dead.
   * @throws AppError when the account is gone
   */
  async start(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<Session> {
    const { token, hash } = newToken();
    const old = this.#cookies.read(request, COOKIE);
    const [row] = await addRow(
      this.#pool,
      hash,
      userId,
      old === undefined ? null : tokenHash(old),
      deviceName(request.headers['user-agent']),
    );
    if (!row) throw new AppError('unauthenticated', accountWords.invalidLogin);
    this.#cookies.set(reply, COOKIE, token, absoluteSeconds);
    this.#cookies.hint(reply, HINT_COOKIE, absoluteSeconds);
    return { id: row.id, userId, isFresh: true };
  }

  /** The session of a request, or null. */
  async find(request: FastifyRequest): Promise<Session | null> {
    const token = this.#cookies.read(request, COOKIE);
    if (token === undefined) return null;
    const [row] = await findRow(this.#pool, tokenHash(token));
    if (!row) return null;
    // Not at every request: the row would be written at each click.
    if (row.isStale) await touchRow(this.#pool, row.id);
    return { id: row.id, userId: row.userId, isFresh: row.isFresh };
  }

  /**
   * The session of a call that needs one.
   * @throws AppError `unauthenticated`
   */
  async require(request: FastifyRequest): Promise<Session> {
    const session = this.#required.get(request) ?? (await this.find(request));
    if (!session) throw new AppError('unauthenticated', accountWords.authenticationRequired);
    this.#required.set(request, session);
    return session;
  }

  /**
   * The session of a call that asks for the password again when it was last proved more than 15 minutes ago.
   * @throws AppError `unauthenticated`, `password_needed`
   */
  async requireFresh(request: FastifyRequest): Promise<Session> {
    const session = await this.require(request);
    if (!session.isFresh) throw new AppError('password_needed', accountWords.passwordNeeded);
    return session;
  }

  /** The password was proved again in this session. */
  async refresh({ id }: Session): Promise<void> {
    await freshenRow(this.#pool, id);
  }

  /** The signed-in browsers of an account, the last used first. */
  list(userId: string): Promise<SessionRow[]> {
    return listRows(this.#pool, userId);
  }

  /** Signs out one browser of an account. @returns false when there is none by this id */
  async endOne(userId: string, id: string): Promise<boolean> {
    return (await removeOneRow(this.#pool, userId, id)).length === 1;
  }

  /**
   * The `onRequest` of a call that needs a session and has something to check: who asks is judged before what is asked, so
   * that a stranger learns nothing of the form and no body of theirs is read.
   * @throws AppError `unauthenticated`
   */
  readonly first = async (request: FastifyRequest): Promise<void> => {
    await this.require(request);
  };

  /** Signs out this browser. @returns whose session it was, if there was one */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const token = this.#cookies.read(request, COOKIE);
    this.forget(reply);
    if (token === undefined) return null;
    const [row] = await removeRow(this.#pool, tokenHash(token));
    return row?.userId ?? null;
  }

  /** Takes the cookies away from a browser whose session is over. */
  forget(reply: FastifyReply): void {
    this.#cookies.clear(reply, COOKIE);
    this.#cookies.clearHint(reply, HINT_COOKIE);
  }

  /**
   * Signs out every browser of an account, but the one in `keptId`. Takes a client of the pool to do it in a
   * transaction.
   */
  async endAll(userId: string, keptId: string | null = null, runner: Runner = this.#pool): Promise<void> {
    await removeRows(runner, userId, keptId);
  }
}

/** Removes sessions that are over. @returns how many */
export async function forgetExpiredSessions(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from sessions where expires_at < now() or last_seen_at < now() - interval '${idleDays} days'`,
  );
  return rowCount ?? 0;
}
