import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which of the two shared credentials was shown. */
export type SharedActor = 'password' | 'token';
/** Who acts: a shared credential, or an operator by name. */
export type Actor = SharedActor | `operator:${string}`;

/** A working day: after that the operator logs in again. */
export const ADMIN_SESSION_SECONDS = 12 * 3600;

type Secrets = {
  readonly session: string;
  readonly adminPassword: string | null;
  readonly adminToken: string | null;
};

/**
 * What a login hands the admin page in place of the password or token, so that a reload need not ask again and the
 * secret itself is never stored in a browser. Signed, not stored: it holds in every process and across restarts, and
 * ends when its time is over or one of the secrets changes.
 */
export class AdminSessions {
  readonly #key: Buffer;

  constructor({ session, adminPassword, adminToken }: Secrets) {
    const context = JSON.stringify(['admin-session', adminPassword, adminToken]);
    this.#key = createHmac('sha256', session).update(context).digest();
  }

  /** A session from `now` (milliseconds since 1970) on. */
  issue(actor: SharedActor, now: number): string {
    const body = `adm.${actor}.${Math.floor(now / 1000) + ADMIN_SESSION_SECONDS}`;
    return `${body}.${this.#sign(body)}`;
  }

  /** Who opened the session; 'expired' for one of ours whose time is over, null for anything else. */
  read(given: string, now: number): SharedActor | 'expired' | null {
    const [, body = '', actor, expires, signature = ''] =
      /^(adm\.(password|token)\.(\d{1,12}))\.([\w-]{43})$/.exec(given) ?? [];
    if (!timingSafeEqual(Buffer.from(this.#sign(body)), Buffer.from(signature.padEnd(43)))) return null;
    return Number(expires) * 1000 > now ? (actor as SharedActor) : 'expired';
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}
