import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';

import type { Db } from '#server/db/client.ts';
import type { Background } from '#server/platform/background.ts';
import type { Client } from '#server/platform/client-address.ts';
import { clientOf } from '#server/platform/clients.ts';
import type { PrivateCookies } from '#server/platform/cookies.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Sessions } from '#server/platform/session.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import type { AccountRules } from './account-rules.ts';
import type { Devices } from './devices.flow.ts';

/** What the calls and jobs about accounts stand on. */
export type AccountParts = {
  readonly db: Db;
  readonly pool: Pool;
  readonly background: Background;
  readonly rateLimits: RateLimits;
  readonly rules: AccountRules;
  readonly identity: IdentityProvider;
  readonly sessions: Sessions;
  readonly cookies: PrivateCookies;
  readonly devices: Devices;
  readonly mails: MailQueue;
  /** A number under the keyed hash by which an opt-out outlives its account. */
  readonly phoneHash: (number: string) => string;
  readonly serviceNumbers: readonly string[];
  /** Keys the hashes of codes that come by text. */
  readonly textedCodeKey: string;
  /** Told, inside the transaction that does it, that a phone of an account is verified now. */
  readonly onPhoneVerified: (userId: string, transaction: Db) => Promise<void>;
  readonly securityLog: Log;
};

/** Who calls about an account, by its email. */
export type Caller = Client & {
  /** The id of a browser on which the account is known; null elsewhere. */
  readonly device: string | null;
};

/** Who sent a request about the account with this email. */
export function callerOf({ devices }: Pick<AccountParts, 'devices'>, request: FastifyRequest, email: string): Caller {
  return { ...clientOf(request), device: devices.find(request, email) };
}
