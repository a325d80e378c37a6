import type { Pool } from 'pg';

import type { Db } from '#server/db/client.ts';
import type { Background } from '#server/platform/background.ts';
import type { PrivateCookies } from '#server/platform/cookies.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Sessions } from '#server/platform/session.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import type { AccountRules } from './account-rules.ts';

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
  readonly mails: MailQueue;
  /** A number under the keyed hash by which an opt-out outlives its account. */
  readonly phoneHash: (number: string) => string;
  readonly serviceNumbers: readonly string[];
  /** Told, inside the transaction that does it, that a phone of an account is verified now. */
  readonly onPhoneVerified: (userId: string, transaction: Db) => Promise<void>;
  readonly securityLog: Log;
};
