import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { PrivateCookies } from '#server/http/cookies.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';

const cookieName = 'device';
/** The longest time that browsers keep a cookie (RFC 6265bis, 5.5). */
const rememberedSeconds = 400 * 86_400;
/** How many accounts may share a browser. */
const accountsMax = 4;
/** A placeholder for an account that does not exist; no browser has an entry for it. */
const noAccount: ProvenAccount = { userId: '00000000-0000-0000-0000-000000000000', credentialsRevision: 0 };

/**
 * Browsers that have proved the current password of an account before (docs/reference/security.md#t30). Each has a
 * random id, signed for the account and its password in a private cookie, and its own tries: failed logins of
 * strangers, who lack the cookie, cannot lock it out. A new password makes all browsers unknown except the one that set
 * it. The cookie grants no access (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export class Devices {
  readonly #cookies: PrivateCookies;
  readonly #secret: string;

  constructor({ cookies, secret }: { readonly cookies: PrivateCookies; readonly secret: string }) {
    this.#cookies = cookies;
    this.#secret = secret;
  }

  /**
   * The id of this browser if it has proved the account's password before, otherwise null. An unknown account (null)
   * takes as long (docs/reference/security.md#t5).
   */
  find(request: FastifyRequest, account: ProvenAccount | null): string | null {
    const found = this.#entries(request).find((entry) => this.#isFor(entry, account ?? noAccount));
    return found?.split('.')[0] ?? null;
  }

  /** Remembers that this browser has proved or set the password of the account. */
  remember(request: FastifyRequest, reply: FastifyReply, account: ProvenAccount): void {
    const entries = this.#entries(request);
    const own = entries.find((entry) => this.#isFor(entry, account)) ?? this.#entryFor(account);
    const kept = [own, ...entries.filter((entry) => entry !== own)].slice(0, accountsMax);
    this.#cookies.set(reply, cookieName, kept.join('~'), rememberedSeconds);
  }

  #entries(request: FastifyRequest): string[] {
    const entries = this.#cookies.read(request, cookieName)?.split('~') ?? [];
    return entries.filter((entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry)).slice(0, accountsMax);
  }

  #entryFor(account: ProvenAccount): string {
    const id = randomBytes(16).toString('base64url');
    return `${id}.${this.#sign(id, account)}`;
  }

  #isFor(entry: string, account: ProvenAccount): boolean {
    const [id = '', signature = ''] = entry.split('.');
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(id, account)));
  }

  #sign(id: string, { userId, credentialsRevision }: ProvenAccount): string {
    const text = `device\n${id}\n${userId}\n${credentialsRevision}`;
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}
