import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which of the two shared credentials was used. */
export type SharedActor = 'password' | 'token';
/** A shared credential, or an operator by name. */
export type Actor = SharedActor | `operator:${string}`;

/** A working day; then the operator logs in again. */
export const adminSessionSeconds = 12 * 3600;

type Secrets = {
  readonly session: string;
  readonly adminPassword: string | null;
  readonly adminToken: string | null;
};

/**
 * The session that replaces password or token in the admin page, so that a reload does not ask again and no browser
 * stores the secret. It is signed, not stored: it is valid in every process and across restarts, and ends when it
 * expires or one of the secrets changes.
 */
export class AdminSessions {
  readonly #key: Buffer;

  constructor({ session, adminPassword, adminToken }: Secrets) {
    const context = JSON.stringify(['admin-session', adminPassword, adminToken]);
    this.#key = createHmac('sha256', session).update(context).digest();
  }

  /** Issues a session that starts at `now` (milliseconds since 1970). */
  issue(actor: SharedActor, now: number): string {
    const body = `adm.${actor}.${Math.floor(now / 1000) + adminSessionSeconds}`;
    return `${body}.${this.#sign(body)}`;
  }

  /** The actor of a session; 'expired' for one of ours that ran out, null for anything else. */
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
