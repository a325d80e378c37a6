import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { adminWords } from '#contract/admin-words.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import type { Tally } from '#server/platform/tally.ts';

import { AdminSessions, type Actor, type SharedActor } from './admin-session.ts';
import { isOperatorSession, type Operators, type SignIn } from './operators/sign-in.flow.ts';

export type AccessParts = {
  readonly secrets: {
    readonly session: string;
    readonly adminPassword: string | null;
    readonly adminToken: string | null;
    /** Opens the metrics and nothing else. */
    readonly metricsToken: string | null;
  };
  readonly operators: Pick<Operators, 'signIn' | 'find' | 'end'>;
  readonly limits: { readonly ADMIN_FAILURES_PER_ADDRESS: number; readonly ADMIN_FAILURES_PER_HOUR: number };
  readonly rateLimits: RateLimits;
  readonly tally: Tally;
  readonly securityLog: Log;
};

const lockSeconds = 15 * 60;
/** From so many characters on a secret cannot be guessed online: 32 in hex are 128 bits. */
const strongLength = 32;

type Credential = { readonly actor: SharedActor; readonly sum: Buffer; readonly isStrong: boolean };

/**
 * Who may see the admin area (security T9, T30). A secret that is not set opens nothing. The right secret is never
 * refused when it is too long to be guessed, and a session never is: wrong tries slow the client that makes them, and
 * many from everywhere raise an alarm, no more. A short password is locked for a client after five wrong tries, for 15
 * minutes. Works without the database, then stricter; only named operators need it.
 */
export class AdminAccess {
  readonly #parts: AccessParts;
  readonly #credentials: readonly Credential[];
  readonly #metricsSum: Buffer | null;
  readonly #sessions: AdminSessions;
  readonly #perAddress: Limit;
  readonly #everywhere: Limit;

  /** Judged once for each request, so that a wrong try counts once. */
  readonly #required = new WeakMap<FastifyRequest, Actor>();

  constructor(parts: AccessParts) {
    this.#parts = parts;
    const { adminPassword, adminToken, metricsToken } = parts.secrets;
    this.#sessions = new AdminSessions(parts.secrets);
    const secrets = [
      ['password', adminPassword],
      ['token', adminToken],
    ] as const;
    this.#credentials = secrets.flatMap(([actor, secret]) => {
      return secret === null ? [] : [{ actor, sum: digest(secret), isStrong: secret.length >= strongLength }];
    });
    this.#metricsSum = metricsToken === null ? null : digest(metricsToken);
    const { ADMIN_FAILURES_PER_ADDRESS, ADMIN_FAILURES_PER_HOUR } = parts.limits;
    const rules = { windowSeconds: lockSeconds, whenDown: 'stricter' } as const;
    this.#perAddress = { ...rules, name: 'admin_address', points: ADMIN_FAILURES_PER_ADDRESS };
    this.#everywhere = { ...rules, name: 'admin_all', points: ADMIN_FAILURES_PER_HOUR, windowSeconds: 3600 };
  }

  /**
   * Who this is, by the secret given; null for a wrong one, which counts as a failure. None given is no failure.
   * @throws AppError `rate_limited` for a client that has tried too often, unless it shows a secret that cannot be guessed
   */
  async check(request: FastifyRequest, given: string | undefined): Promise<Actor | null> {
    if (given === undefined || given === '') return null;
    if (isOperatorSession(given)) return this.#findOperator(given);
    if (this.#credentials.length === 0) return null;
    const session = this.#sessions.read(given, Date.now());
    // Not a guess: no one makes up a session that was once signed.
    if (session === 'expired') return null;
    if (session !== null) return session;
    return this.#checkSecret(request, given);
  }

  async #findOperator(session: string): Promise<Actor | null> {
    const name = await this.#parts.operators.find(session);
    return name === null ? null : `operator:${name}`;
  }

  async #checkSecret(request: FastifyRequest, given: string): Promise<SharedActor | null> {
    const credential = this.#recognise(given);
    if (credential?.isStrong === true) return credential.actor;
    return this.#asTry(request, async () => credential?.actor ?? null);
  }

  /**
   * A session for a named operator. Wrong tries count for the client that makes them, as those at the password do.
   * @throws AppError `forbidden` without saying what was wrong, `rate_limited`
   */
  async signIn(request: FastifyRequest, shown: SignIn): Promise<string> {
    const session = await this.#asTry(request, () => this.#parts.operators.signIn(shown));
    if (session === null) throw new AppError('forbidden', adminWords.signInFailed);
    return session;
  }

  /** Ends the session of a named operator. The others are signed, not stored: the page forgets them. */
  async signOut(request: FastifyRequest): Promise<void> {
    const given = bearerOf(request);
    if (given !== undefined && isOperatorSession(given)) await this.#parts.operators.end(given);
  }

  /**
   * A try that is taken before its outcome is known and given back if it was right: of many at once only five are heard.
   * @throws AppError `rate_limited`
   */
  async #asTry<T>(request: FastifyRequest, judge: () => Promise<T | null>): Promise<T | null> {
    const { rateLimits } = this.#parts;
    const tries = perClient(this.#perAddress, clientOf(request).prefixes);
    const refusal = await rateLimits.takeAll(tries);
    if (refusal) throw locked(refusal.retryAfterSeconds);
    const outcome = await judge().catch(async (error: unknown) => {
      // Nothing was found out, so it was no wrong try.
      await rateLimits.giveAllBack(tries);
      throw error;
    });
    if (outcome === null) await this.#noteFailure(clientOf(request).key);
    else await rateLimits.giveAllBack(tries);
    return outcome;
  }

  /** Whether a request may read the metrics: with their own token, which opens nothing else, or as the operator. */
  async mayReadMetrics(request: FastifyRequest): Promise<boolean> {
    const given = bearerOf(request);
    const isTheirs = this.#metricsSum !== null && timingSafeEqual(digest(given ?? ''), this.#metricsSum);
    return isTheirs || this.isOperator(request);
  }

  /** Whether the operator calls: by the bearer token, or by the token in the address where that is given. */
  async isOperator(request: FastifyRequest, queryToken?: string): Promise<boolean> {
    return (await this.check(request, bearerOf(request) ?? queryToken)) !== null;
  }

  /**
   * A session in place of the credential that was given; null for a wrong one. A session cannot
   * prolong itself: it is given back as it is.
   */
  async logIn(request: FastifyRequest, queryToken?: string): Promise<string | null> {
    const given = bearerOf(request) ?? queryToken;
    const actor = await this.check(request, given);
    if (actor === null || given === undefined) return null;
    const isShared = actor === 'password' || actor === 'token';
    return isShared && this.#sessions.read(given, Date.now()) === null
      ? this.#sessions.issue(actor, Date.now())
      : given;
  }

  /**
   * The operator behind a call.
   * @param queryToken only for calls that take it in their address
   * @throws AppError `forbidden`, not `unauthenticated`: that would end the session of a subscriber (spec, section 8)
   */
  async require(request: FastifyRequest, queryToken?: string): Promise<Actor> {
    const actor = this.#required.get(request) ?? (await this.check(request, bearerOf(request) ?? queryToken));
    if (actor === null) throw new AppError('forbidden', adminWords.unauthorized);
    this.#required.set(request, actor);
    return actor;
  }

  /**
   * The `onRequest` of a call with something to check: who asks is judged before what is asked.
   * @throws AppError `forbidden`, `rate_limited`
   */
  readonly first = async (request: FastifyRequest): Promise<void> => {
    await this.require(request);
  };

  /** Compares digests, all of them, in constant time: how long it takes says nothing (security T9). */
  #recognise(given: string): Credential | null {
    const sum = digest(given);
    const matches = this.#credentials.map((credential) => (timingSafeEqual(sum, credential.sum) ? credential : null));
    return matches.find((credential) => credential !== null) ?? null;
  }

  async #noteFailure(key: string): Promise<void> {
    const { rateLimits, securityLog, tally } = this.#parts;
    tally.add('admin.failures');
    const here = await rateLimits.peek(this.#perAddress, key).catch(() => null);
    securityLog.warn({ event: 'admin_refused' }, 'a wrong way into the admin area');
    if (here?.ok === false)
      securityLog.warn({ event: 'admin_locked' }, 'a client has used up its tries at the admin area');
    const all = await rateLimits.take(this.#everywhere, 'all');
    if (all.ok && all.left === 0) {
      securityLog.error({ event: 'admin_under_attack' }, 'too many failures for the admin area within an hour');
    }
  }
}

/** A secret may hold spaces and letters beyond ASCII: it travels as UTF-8, which Node reads as Latin-1. */
const bearer = /^Bearer +(.*\S) *$/i;

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const found = bearer.exec(headers.authorization ?? '')?.[1];
  return found === undefined ? undefined : Buffer.from(found, 'latin1').toString('utf8');
}

function locked(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', adminWords.tooManyTries, { retryAfterSeconds });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
