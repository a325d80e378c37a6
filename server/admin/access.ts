import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { adminCopy } from '#contract/admin-copy.ts';
import { perClient } from '#server/http/client-limits.ts';
import { clientOf } from '#server/http/client.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import type { Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';

import { AdminSessions, type Actor, type SharedActor } from './admin-session.ts';
import { isOperatorSession, type Operators, type SignIn } from './operators/sign-in.ts';

export type AccessDeps = {
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
  readonly bufferedCounters: BufferedCounters;
  readonly securityLog: Log;
};

const lockSeconds = 15 * 60;
/** A secret of this length cannot be guessed online: 32 hexadecimal digits are 128 bits. */
const strongLength = 32;

type Credential = { readonly actor: SharedActor; readonly sum: Buffer; readonly isStrong: boolean };

/**
 * Decides which requests may use the admin area (docs/reference/security.md#t9, #t30). A secret that is not set opens
 * nothing. A right secret that is too long to be guessed is never refused, nor is a session: wrong tries slow the
 * client that makes them, and many wrong tries overall only raise an alarm. A short password is locked for a client for
 * 15 minutes after five wrong tries. Works without the database, with stricter limits; only named operators need it.
 */
export class AdminAccess {
  readonly #deps: AccessDeps;
  readonly #credentials: readonly Credential[];
  readonly #metricsSum: Buffer | null;
  readonly #sessions: AdminSessions;
  readonly #perAddress: Limit;
  readonly #everywhere: Limit;

  /** The requests in which a short password was right: `requireEarly` and `require` both check it, which is one try. */
  readonly #rightTries = new WeakSet<FastifyRequest>();

  constructor(deps: AccessDeps) {
    this.#deps = deps;
    const { adminPassword, adminToken, metricsToken } = deps.secrets;
    this.#sessions = new AdminSessions(deps.secrets);
    const secrets = [
      ['password', adminPassword],
      ['token', adminToken],
    ] as const;
    this.#credentials = secrets.flatMap(([actor, secret]) => {
      return secret === null ? [] : [{ actor, sum: digest(secret), isStrong: secret.length >= strongLength }];
    });
    this.#metricsSum = metricsToken === null ? null : digest(metricsToken);
    const { ADMIN_FAILURES_PER_ADDRESS, ADMIN_FAILURES_PER_HOUR } = deps.limits;
    const rules = { windowSeconds: lockSeconds, whenDown: 'stricter' } as const;
    this.#perAddress = { ...rules, name: 'admin_address', points: ADMIN_FAILURES_PER_ADDRESS };
    this.#everywhere = { ...rules, name: 'admin_all', points: ADMIN_FAILURES_PER_HOUR, windowSeconds: 3600 };
  }

  /**
   * The actor behind a secret; null for a wrong one, which counts as a failure. A missing secret is not a failure.
   * @throws AppError `rate_limited` after too many tries, unless the secret is right and too long to be guessed
   */
  async check(request: FastifyRequest, given: string | undefined): Promise<Actor | null> {
    if (given === undefined || given === '') return null;
    if (isOperatorSession(given)) return this.#findOperator(given);
    if (this.#credentials.length === 0) return null;
    const session = this.#sessions.read(given, Date.now());
    // Not a guess: the signature is ours.
    if (session === 'expired') return null;
    if (session !== null) return session;
    return this.#checkSecret(request, given);
  }

  async #findOperator(session: string): Promise<Actor | null> {
    const name = await this.#deps.operators.find(session);
    return name === null ? null : `operator:${name}`;
  }

  async #checkSecret(request: FastifyRequest, given: string): Promise<SharedActor | null> {
    const credential = this.#findCredential(given);
    if (credential !== null && (credential.isStrong || this.#rightTries.has(request))) return credential.actor;
    const actor = await this.#countTry(request, async () => credential?.actor ?? null);
    if (actor !== null) this.#rightTries.add(request);
    return actor;
  }

  /**
   * Opens a session for a named operator. Wrong tries count for the client, like those of the shared password.
   * @throws AppError `forbidden` without saying what was wrong, `rate_limited`
   */
  async signIn(request: FastifyRequest, shown: SignIn): Promise<string> {
    const session = await this.#countTry(request, () => this.#deps.operators.signIn(shown));
    if (session === null) throw new AppError('forbidden', adminCopy.signInFailed);
    return session;
  }

  /** Ends the session of a named operator. Other sessions are signed, not stored: the page drops them. */
  async signOut(request: FastifyRequest): Promise<void> {
    const given = bearerOf(request);
    if (given !== undefined && isOperatorSession(given)) await this.#deps.operators.end(given);
  }

  /**
   * Counts a try before its outcome is known and returns it if it was right: of many concurrent tries only five are
   * checked.
   * @throws AppError `rate_limited`
   */
  async #countTry<T>(request: FastifyRequest, judge: () => Promise<T | null>): Promise<T | null> {
    const { rateLimits } = this.#deps;
    const tries = perClient(this.#perAddress, clientOf(request).prefixes);
    const refusal = await rateLimits.takeAll(tries);
    if (refusal) throw locked(refusal.retryAfterSeconds);
    const outcome = await judge().catch(async (error: unknown) => {
      // The check did not finish, so this is not a wrong try.
      await rateLimits.refundAll(tries);
      throw error;
    });
    if (outcome === null) await this.#recordFailure(clientOf(request).key);
    else await rateLimits.refundAll(tries);
    return outcome;
  }

  /** Whether a request may read the metrics: with the metrics token, which opens nothing else, or as the operator. */
  async mayReadMetrics(request: FastifyRequest): Promise<boolean> {
    const given = bearerOf(request);
    const isTheirs = this.#metricsSum !== null && timingSafeEqual(digest(given ?? ''), this.#metricsSum);
    return isTheirs || (await this.check(request, given)) !== null;
  }

  /**
   * Exchanges a credential for a session; null for a wrong one. A session is returned as it is, so it cannot be
   * extended.
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
   * The operator behind a call. Like a customer's session (http/sessions.ts), the operator's is looked up at each call
   * of this: a body may come long after its head, and the session may have ended in between.
   * @param queryToken only for calls that take it in their URL
   * @throws AppError `forbidden`, not `unauthenticated`: that would end the session of a subscriber
   *   (docs/reference/specification.md#errors)
   */
  async require(request: FastifyRequest, queryToken?: string): Promise<Actor> {
    const actor = await this.check(request, bearerOf(request) ?? queryToken);
    if (actor === null) throw new AppError('forbidden', adminCopy.unauthorized);
    return actor;
  }

  /**
   * The `onRequest` hook of a call with input: requires the operator before the body is read. The handler calls
   * `require` again, because the session may end while the body arrives.
   * @throws AppError `forbidden`, `rate_limited`
   */
  readonly requireEarly = async (request: FastifyRequest): Promise<void> => {
    await this.require(request);
  };

  /** Compares all digests in constant time, so that the duration reveals nothing (docs/reference/security.md#t9). */
  #findCredential(given: string): Credential | null {
    const sum = digest(given);
    const matches = this.#credentials.map((credential) => (timingSafeEqual(sum, credential.sum) ? credential : null));
    return matches.find((credential) => credential !== null) ?? null;
  }

  async #recordFailure(key: string): Promise<void> {
    const { rateLimits, securityLog, bufferedCounters } = this.#deps;
    bufferedCounters.add('admin.failures');
    const here = await rateLimits.peek(this.#perAddress, key).catch(() => null);
    securityLog.warn({ event: 'admin_refused' }, 'refused access to the admin area');
    if (here?.ok === false) securityLog.warn({ event: 'admin_locked' }, 'a client used up its tries at the admin area');
    const all = await rateLimits.take(this.#everywhere, 'all');
    if (all.ok && all.left === 0) {
      securityLog.error({ event: 'admin_under_attack' }, 'too many failures for the admin area within an hour');
    }
  }
}

/** A secret may contain spaces and non-ASCII characters: it is sent as UTF-8, which Node decodes as Latin-1. */
const bearer = /^Bearer +(.*\S) *$/i;

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const found = bearer.exec(headers.authorization ?? '')?.[1];
  return found === undefined ? undefined : Buffer.from(found, 'latin1').toString('utf8');
}

function locked(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', adminCopy.tooManyTries, { retryAfterSeconds });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
