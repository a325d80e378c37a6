import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { adminWords } from '#contract/admin-words.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import type { Tally } from '#server/platform/tally.ts';

import { AdminSessions, type Actor } from './admin-session.ts';

export type AccessParts = {
  readonly secrets: {
    readonly session: string;
    readonly adminPassword: string | null;
    readonly adminToken: string | null;
  };
  readonly limits: { readonly ADMIN_FAILURES_PER_ADDRESS: number; readonly ADMIN_FAILURES_PER_HOUR: number };
  readonly rateLimits: RateLimits;
  readonly tally: Tally;
  readonly securityLog: Log;
};

const lockSeconds = 15 * 60;
const provenMax = 1000;

/**
 * Who may see the admin area (security T9). A secret that is not set opens nothing. Five failures lock an address out
 * for 15 minutes, the right secret included; a hundred an hour from everywhere raise an alarm and lock out every address
 * that has not shown the right secret to this process before. Works without the database, then stricter.
 */
export class AdminAccess {
  readonly #parts: AccessParts;
  readonly #secrets: readonly (readonly [Actor, Buffer])[];
  readonly #sessions: AdminSessions;
  readonly #perAddress: Limit;
  readonly #everywhere: Limit;
  /** Addresses that have shown the right secret, newest last. */
  readonly #proven = new Set<string>();

  constructor(parts: AccessParts) {
    this.#parts = parts;
    const { adminPassword, adminToken } = parts.secrets;
    this.#sessions = new AdminSessions(parts.secrets);
    const secrets = [
      ['password', adminPassword],
      ['token', adminToken],
    ] as const;
    this.#secrets = secrets.flatMap(([actor, secret]) => (secret === null ? [] : [[actor, digest(secret)] as const]));
    const { ADMIN_FAILURES_PER_ADDRESS, ADMIN_FAILURES_PER_HOUR } = parts.limits;
    const rules = { windowSeconds: lockSeconds, whenDown: 'stricter' } as const;
    this.#perAddress = { ...rules, name: 'admin_address', points: ADMIN_FAILURES_PER_ADDRESS };
    this.#everywhere = { ...rules, name: 'admin_all', points: ADMIN_FAILURES_PER_HOUR, windowSeconds: 3600 };
  }

  /**
   * Who this is, by the secret given; null for a wrong one, which counts as a failure. None given is no failure.
   * @throws AppError `rate_limited` for an address that is locked out
   */
  async check(request: FastifyRequest, given: string | undefined): Promise<Actor | null> {
    if (given === undefined || given === '' || this.#secrets.length === 0) return null;
    const session = this.#sessions.read(given, Date.now());
    // Not a guess: no one makes up a session that was once signed.
    if (session === 'expired') return null;
    const key = clientOf(request).key;
    const actor = session ?? this.#recognise(given);
    const { rateLimits } = this.#parts;
    if (actor !== null && this.#proven.has(key)) {
      const free = await rateLimits.peek(this.#perAddress, key).catch(() => null);
      if (free !== null && !free.ok) throw locked(free.retryAfterSeconds);
      return actor;
    }
    // Taken before the answer is known and given back if it was right: of many tries at once only five are heard.
    const own = await rateLimits.take(this.#perAddress, key);
    if (!own.ok) throw locked(own.retryAfterSeconds);
    const all = actor === null ? await rateLimits.take(this.#everywhere, 'all') : await this.#peekEverywhere();
    if (!all.ok) throw locked(all.retryAfterSeconds);
    if (actor === null) {
      this.#noteFailure(own.left, all.left);
      return null;
    }
    await rateLimits.giveBack(this.#perAddress, key);
    this.#remember(key);
    return actor;
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
    return this.#sessions.read(given, Date.now()) === null ? this.#sessions.issue(actor, Date.now()) : given;
  }

  /**
   * The operator behind a call.
   * @param queryToken only for calls that take it in their address
   * @throws AppError `forbidden`, not `unauthenticated`: that would end the session of a subscriber (spec, section 8)
   */
  async require(request: FastifyRequest, queryToken?: string): Promise<Actor> {
    const actor = await this.check(request, bearerOf(request) ?? queryToken);
    if (actor === null) throw new AppError('forbidden', adminWords.unauthorized);
    return actor;
  }

  /** Compares digests, all of them, in constant time: how long it takes says nothing (security T9). */
  #recognise(given: string): Actor | null {
    const sum = digest(given);
    const matches = this.#secrets.map(([actor, secret]) => (timingSafeEqual(sum, secret) ? actor : null));
    return matches.find((actor) => actor !== null) ?? null;
  }

  async #peekEverywhere() {
    return this.#parts.rateLimits.peek(this.#everywhere, 'all').catch(() => ({ ok: true, left: 1 }) as const);
  }

  #noteFailure(leftHere: number, leftEverywhere: number): void {
    const { securityLog, tally } = this.#parts;
    tally.add('admin.failures');
    securityLog.warn({ event: 'admin_refused', count: leftHere }, 'a wrong admin password or token');
    if (leftHere === 0) securityLog.warn({ event: 'admin_locked' }, 'an address is locked out of the admin area');
    if (leftEverywhere === 0) {
      securityLog.error({ event: 'admin_under_attack' }, 'too many failures for the admin area within an hour');
    }
  }

  #remember(key: string): void {
    this.#proven.delete(key);
    this.#proven.add(key);
    const [oldest] = this.#proven;
    if (this.#proven.size > provenMax && oldest !== undefined) this.#proven.delete(oldest);
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
