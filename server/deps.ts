import { randomUUID } from 'node:crypto';

import type { Pool } from 'pg';

import { planIds } from '#contract/plans.ts';

import { accountRules } from './accounts/account-rules.ts';
import type { AccountParts } from './accounts/parts.flow.ts';
import { type AnswerQuery, createAnswerQuery } from './answers/answer-query.flow.ts';
import { Circuit } from './answers/circuit.ts';
import { welcomeQueue } from './billing/welcome.flow.ts';
import type { Config } from './config.ts';
import { type Db, openDatabase } from './db/client.ts';
import { openOperator, type OperatorDeps } from './operator.ts';
import { Background } from './platform/background.ts';
import { PrivateCookies } from './platform/cookies.ts';
import { createLog, errorFields, type Log, type LogSwitch } from './platform/log.ts';
import { RateLimits } from './platform/rate-limits.ts';
import { Sessions } from './platform/session.ts';
import { cognitoPool, type IdentityPool } from './providers/cognito/identity-pool.ts';
import { identityMigration } from './providers/identity/migration.ts';
import { stagedIdentity } from './providers/identity/staged-identity.ts';
import { syncIdentitiesQueue } from './providers/identity/sync-identities.ts';
import { perplexityModel } from './providers/perplexity/answer-model.ts';
import type { Carrier, TextSender } from './providers/ports.ts';
import type { IdentityMigration } from './providers/ports/identity-migration.ts';
import type { IdentityProvider } from './providers/ports/identity.ts';
import type { Mailer, MailQueue } from './providers/ports/mail.ts';
import type { Payments } from './providers/ports/payments.ts';
import { smtpMailer } from './providers/smtp/mailer.ts';
import { stripePayments } from './providers/stripe/payments.ts';
import { twilioCarrier } from './providers/twilio/carrier.ts';
import { createSealer, type Sealer } from './support/letters/seal.ts';
import { createMailQueue } from './support/outbox/mail-queue.flow.ts';
import { type PhoneHash, phoneHash } from './texting/phone-hash.ts';
import { verificationCodeText } from './texting/replies.ts';
import { type Timing, timing } from './texting/timing.ts';
import { createTextSender } from './texting/unasked.flow.ts';
import { timedCarrier, timedModel } from './timed-providers.ts';

/** The one value that routes and jobs get: all they need of the world, and no way to reach more. */
export type Deps = OperatorDeps & {
  readonly config: Config;
  /** Names this process among others: in leases, heartbeats and logs. */
  readonly instance: string;
  readonly db: Db;
  readonly pool: Pool;
  readonly background: Background;
  readonly rateLimits: RateLimits;
  readonly cookies: PrivateCookies;
  /** Who is signed in: `await sessions.require(request)`. */
  readonly sessions: Sessions;
  readonly identity: IdentityProvider;
  /** The external identity service; asked by the identity jobs. */
  readonly identityPool: IdentityPool;
  readonly carrier: Carrier;
  readonly textSender: TextSender;
  readonly payments: Payments;
  readonly timing: Timing;
  readonly mailer: Mailer;
  /** Mails to subscribers: `await mails.queue({ kind, userId }, transaction)`. */
  readonly mails: MailQueue;
  /** Seals letters to support while they wait. */
  readonly sealer: Sealer;
  readonly answerQuery: AnswerQuery;
  readonly phoneHash: PhoneHash;
  readonly migration: IdentityMigration;
  readonly log: Log;
  /** Auth and abuse events; the admin's logging toggle does not silence it. */
  readonly securityLog: Log;
  readonly logSwitch: LogSwitch;
  /** Lets go of what was opened here, last of all. */
  close(): Promise<void>;
};

/** Opens the database and the third parties. Sends nothing yet. */
export function createDeps(config: Config): Deps {
  const logSwitch = createLog(config.logLevel);
  const { log, securityLog } = logSwitch;
  const database = openDatabase({
    url: config.database.url,
    connectionsMax: config.database.connectionsMax,
    connectTimeoutMs: 2000,
    queryTimeoutMs: 3000,
    onIdleError: (error) =>
      log.warn({ event: 'database_connection_lost', ...errorFields(error) }, 'a connection broke'),
  });
  const rateLimits = new RateLimits(database.pool);
  const operator = openOperator({ config, ...database, rateLimits, logSwitch });

  const times = timing(config.testSpeed);
  const twilio = twilioCarrier({
    ...config.carrier,
    statusUrl: `${config.http.publicUrl}/webhooks/twilio/status`,
    deadlineMs: times.sendDeadlineMs,
  });
  const carrier = timedCarrier(twilio, operator.metrics);
  const hashPhone = phoneHash(config.secrets.phoneHash);
  const perplexity = perplexityModel({ ...config.model, attemptMs: config.answers.attemptMs });
  const model = timedModel(perplexity, operator.metrics);
  // Ten failures in half a minute: the model is away, and everybody is told so at once (answer protocol 2.9).
  const circuit = new Circuit({ failuresMax: 10, windowMs: 30_000, probeEveryMs: 5000 }, () => performance.now());

  const cookies = new PrivateCookies({ isHttps: config.http.publicUrl.startsWith('https:') });

  const background = new Background({ databaseUrl: config.database.url, log });
  const mailer = smtpMailer({ url: config.mail.smtpUrl, from: config.mail.from });
  const mails = createMailQueue({ db: database.db, background });
  const texts = { pool: database.pool, carrier, timing: times, phoneHash: hashPhone };
  const textSender = createTextSender({ ...texts, ...config.carrier });

  return {
    config,
    instance: randomUUID(),
    ...database,
    background,
    rateLimits,
    cookies,
    sessions: new Sessions({ pool: database.pool, cookies }),
    ...createIdentity(config, { db: database.db, background, textSender, mails, log }),
    carrier,
    textSender,
    payments: stripePayments({ ...config.payments, planIds }),
    timing: times,
    mailer,
    mails,
    sealer: createSealer(config.secrets.letters),
    answerQuery: createAnswerQuery({ model, circuit, attemptMs: config.answers.attemptMs, log, tally: operator.tally }),
    phoneHash: hashPhone,
    ...operator,
    log,
    securityLog,
    logSwitch,
    async close() {
      carrier.close();
      mailer.close();
      await database.close();
    },
  };
}

/** Who is who, as the stage has it. Opens no connection before it is needed, and keeps none that a stop would wait for. */
function createIdentity(
  { identity: { stage, pool } }: Config,
  parts: Pick<Deps, 'db' | 'background' | 'textSender' | 'mails' | 'log'>,
): Pick<Deps, 'identity' | 'identityPool' | 'migration'> {
  const identityPool = cognitoPool(pool);
  const wakeSync = (db: Db) => parts.background.send(syncIdentitiesQueue, {}, { db, key: 'now' });
  const staged = { ...parts, stage, pool: identityPool, wakeSync, codeText: verificationCodeText };
  return { identityPool, identity: stagedIdentity(staged), migration: identityMigration(staged) };
}

/** What the calls and jobs about accounts get of all this. */
export function accountParts(deps: Deps): AccountParts {
  const { accountLimits, carrier } = deps.config;
  return {
    ...deps,
    rules: accountRules(accountLimits),
    serviceNumbers: carrier.serviceNumbers,
    async onPhoneVerified(userId, db) {
      // Who pays already gets the number to ask, and the question for YES, on the phone that is verified now.
      await deps.background.send(welcomeQueue, { userId }, { db, key: userId });
      await deps.identity.accountChanged(userId, db);
    },
  };
}
