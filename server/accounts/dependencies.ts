import type { Pool } from 'pg';

import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import type { PrivateCookies } from '#server/http/cookies.ts';
import type { Sessions } from '#server/http/sessions.ts';
import type { Log } from '#server/observability/log.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Ledger } from '#server/platform/ledger.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';

import type { AccountRules } from './account-rules.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Devices } from './sign-in/devices.ts';

/** The dependencies of the account routes and jobs. */
export type AccountDeps = {
  readonly db: Db;
  readonly pool: Pool;
  readonly jobQueue: JobQueue;
  readonly rateLimits: RateLimits;
  readonly rules: AccountRules;
  readonly identity: IdentityProvider;
  readonly sessions: Sessions;
  readonly cookies: PrivateCookies;
  readonly devices: Devices;
  readonly mails: MailQueue;
  /** The keyed hash of a number, under which an opt-out outlives the account. */
  readonly phoneHash: (number: string) => string;
  /** Keeps deletions outside the database too. */
  readonly ledger: Pick<Ledger, 'note'>;
  readonly serviceNumbers: readonly string[];
  /** Assigns an account its service number if it has none. @returns the number; null when none is active */
  readonly assignServiceNumber: (userId: string) => Promise<string | null>;
  /** The key for hashing codes that are texted to us. */
  readonly textedCodeKey: string;
  /** Called in the transaction that verifies a phone of an account. */
  readonly onPhoneVerified: (userId: string, transaction: Db) => Promise<void>;
  /** Ends the recall of the account's last answers, and makes the carrier's copies of them due for removal. */
  readonly forgetTexts: (userId: string) => Promise<void>;
  /**
   * Deletes what is kept for a number besides its texts, in the transaction that releases it; keeps an opt-out, hashed.
   */
  readonly deleteTraces: (number: string, transaction: Db) => Promise<void>;
  readonly securityLog: Log;
};
