import type { Pool } from 'pg';

import { planIds } from '#contract/plans.ts';
import { accountRules } from '#server/accounts/account-rules.ts';
import type { AccountDeps } from '#server/accounts/dependencies.ts';
import { identityMigration } from '#server/accounts/identity-migration/migration.ts';
import type { IdentityProvider } from '#server/accounts/identity/identity-provider.ts';
import { identityForStage } from '#server/accounts/identity/identity.ts';
import { isPasswordHashOf, hashPassword } from '#server/accounts/identity/password-hash.ts';
import { syncIdentitiesQueue } from '#server/accounts/identity/sync-identities.job.ts';
import { Devices } from '#server/accounts/sign-in/devices.ts';
import { AdminAccess } from '#server/admin/access.ts';
import { followFeatureFlags } from '#server/admin/feature-flags.ts';
import { Operators, type Passwords } from '#server/admin/operators/sign-in.ts';
import { assignServiceNumber } from '#server/billing/welcome/welcome.repo.ts';
import { welcomeQueue } from '#server/billing/welcome/welcome.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import { Listener } from '#server/db/listen.ts';
import type { IdentityMigration } from '#server/domain/ports/identity-migration.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { PrivateCookies } from '#server/http/cookies.ts';
import { Sessions } from '#server/http/sessions.ts';
import { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { counterCode } from '#server/observability/counter-names.ts';
import { createLog, errorFields, type Log, type LogSwitch } from '#server/observability/log.ts';
import { createMetrics, type Metrics } from '#server/observability/metrics.ts';
import { createEncryptor, type Encryptor } from '#server/platform/encrypt.ts';
import { FeatureFlags } from '#server/platform/feature-flags.ts';
import { JobQueue } from '#server/platform/job-queue.ts';
import { RateLimits } from '#server/platform/rate-limits.ts';
import { lazyCognitoPool } from '#server/providers/cognito/lazy-pool.ts';
import type { IdentityPool } from '#server/providers/ports/identity-pool.ts';
import type { Mailer } from '#server/providers/ports/mailer.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import type { TextSender } from '#server/providers/ports/text-sender.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { stripePayments } from '#server/providers/stripe/payments.ts';
import { createMailQueue } from '#server/support/outbox/mail-queue.ts';
import { forgetAccount } from '#server/texting/inbound/forget-exchanges.repo.ts';
import { createTextSender } from '#server/texting/outbound/proactive-texts.ts';
import { deleteTracesOfNumber } from '#server/texting/retention/delete-texts.repo.ts';
import { redactCopiesQueue } from '#server/texting/retention/redact-carrier-copies.job.ts';
import { createRedactDropped } from '#server/texting/retention/redact-dropped-copies.job.ts';
import { verificationCodeText } from '#server/texting/rules/replies.ts';

import { type Alerting, createAlerting } from './alerting.ts';
import { createTextingDeps, openProductDatabase, type TextingDeps } from './texting-dependencies.ts';

/**
 * All dependencies of one process. `routes.ts`, `jobs.ts` and `server.ts` pass each consumer only the members it names.
 */
export type Deps = OperatorDeps &
  Alerting &
  TextingDeps & {
    readonly config: Config;
    readonly db: Db;
    readonly pool: Pool;
    readonly jobQueue: JobQueue;
    readonly rateLimits: RateLimits;
    readonly cookies: PrivateCookies;
    /** The sessions of signed-in browsers: `await sessions.require(request)`. */
    readonly sessions: Sessions;
    readonly identity: IdentityProvider;
    /** The external identity service; only the identity jobs call it. */
    readonly identityPool: IdentityPool;
    readonly textSender: TextSender;
    /**
     * The numbers that people text: those in the settings and, once the database has been read, those removed from the
     * settings, which subscribers still have in their phones.
     */
    readonly ownNumbers: string[];
    readonly payments: Payments;
    readonly mailer: Mailer;
    /** Emails to subscribers: `await mails.queue({ kind, userId }, transaction)`. */
    readonly mails: MailQueue;
    /** Encrypts support requests while they wait. */
    readonly encryptor: Encryptor;
    readonly migration: IdentityMigration;
    readonly log: Log;
    /** The log of auth and abuse events; the admin's logging toggle does not silence it. */
    readonly securityLog: Log;
    /** Closes every connection that `createDeps` opened. Call it last. */
    close(): Promise<void>;
  };

/** The dependencies of the admin area and of what it shows. */
export type OperatorDeps = {
  /** The current state of the admin's toggles. */
  readonly featureFlags: FeatureFlags;
  /** Receives changes of other processes, from the server's start to its stop. */
  readonly listener: Listener;
  readonly metrics: Metrics;
  /** Counters that are written once per second. */
  readonly bufferedCounters: BufferedCounters;
  /** Decides whether a request may use the admin area. */
  readonly access: AdminAccess;
};

/**
 * Opens the database and the clients of the third parties. Sends nothing yet.
 * @param queryTimeoutMs the time limit of a statement, for a command that takes long
 */
export function createDeps(config: Config, queryTimeoutMs?: number): Deps {
  const logSwitch = createLog(config.logLevel);
  const { log, securityLog } = logSwitch;
  const database = openProductDatabase(config, log, queryTimeoutMs);
  const { db, pool, close } = database;
  const rateLimits = new RateLimits(pool, config.secrets.session);
  const operator = createOperatorDeps({ config, db, pool, rateLimits, logSwitch });
  const { listener, metrics, bufferedCounters } = operator;
  const jobQueue = new JobQueue({ databaseUrl: config.database.url, listener, log });
  const redactDropped = createRedactDropped(jobQueue, config.carrier.removesCopies);
  const texting = createTextingDeps(config, { ...operator, database, rateLimits, log, redactDropped });
  const { carrier, phoneHash, timing, textStore: store } = texting;
  const cookies = new PrivateCookies({ isHttps: config.http.publicUrl.startsWith('https:') });
  const mailer = smtpMailer({ ...config.mail, url: config.mail.smtpUrl });
  const mails = createMailQueue({ db, jobQueue, listener, log });
  logSwitch.onSecurityEvent((event) => bufferedCounters.add(`security.${counterCode(event)}`));
  const { serviceNumbers } = config.carrier;
  const textSender = createTextSender({ store, carrier, phoneHash, serviceNumbers, timing });
  const alerting = createAlerting(config, {
    db,
    rateLimits,
    mailer,
    mails,
    bufferedCounters,
    metrics,
    logSwitch,
    textSender,
    texting,
  });

  return {
    ...texting,
    ...operator,
    config,
    db,
    pool,
    jobQueue,
    rateLimits,
    cookies,
    sessions: new Sessions({ pool, cookies }),
    ...createIdentity(config, { db, jobQueue, rateLimits, textSender, mails, log }),
    textSender,
    ownNumbers: [...serviceNumbers],
    payments: stripePayments({ ...config.payments, planIds, log }),
    mailer,
    mails,
    alerts: alerting.alerts,
    signalWatch: alerting.signalWatch,
    readDisruption: alerting.readDisruption,
    encryptor: createEncryptor(config.secrets.supportRequests, 'letters'),
    log,
    securityLog,
    async close() {
      alerting.close();
      texting.close();
      mailer.close();
      await close();
    },
  };
}

/** Hashes and checks the passwords of operators. */
export const operatorPasswords: Passwords = { hash: hashPassword, isHashOf: isPasswordHashOf };

/** Encrypts the secrets of authenticator apps. Changing `SESSION_SECRET` requires a reset of every operator. */
export function operatorEncryptor({ session }: Config['secrets']): Encryptor {
  return createEncryptor(session, 'operators');
}

type OperatorContext = Pick<Deps, 'config' | 'db' | 'pool' | 'rateLimits'> & { readonly logSwitch: LogSwitch };

/** Creates the admin area's dependencies. `server.ts` calls `listener.start` and `listener.stop`. */
function createOperatorDeps({ config, db, pool, rateLimits, logSwitch }: OperatorContext): OperatorDeps {
  const { log, securityLog } = logSwitch;
  const featureFlags = new FeatureFlags();
  featureFlags.watch((feature, isOn) => {
    if (feature === 'logging') logSwitch.setLogging(isOn);
  });
  const listener = new Listener({
    url: config.database.url,
    onError: (error) => log.warn({ event: 'listening_broke', ...errorFields(error) }, 'listening will begin again'),
  });
  followFeatureFlags({ db, featureFlags, listener, log });
  const bufferedCounters = new BufferedCounters(pool);
  const { session, adminPassword, adminToken, metricsToken } = config.secrets;
  const encryptor = operatorEncryptor(config.secrets);
  const operators = new Operators({ db, encryptor, passwords: operatorPasswords, rateLimits, securityLog });
  return {
    featureFlags,
    listener,
    metrics: createMetrics(() => featureFlags.isOn('performance')),
    bufferedCounters,
    access: new AdminAccess({
      secrets: { session, adminPassword, adminToken, metricsToken },
      operators,
      limits: config.operator.limits,
      rateLimits,
      bufferedCounters,
      securityLog,
    }),
  };
}

/** The identity provider of the configured stage. Opens connections on first use; none delays a stop. */
function createIdentity(
  { accountLimits, identity: { stage, pool } }: Config,
  context: Pick<Deps, 'db' | 'jobQueue' | 'rateLimits' | 'textSender' | 'mails' | 'log'>,
): Pick<Deps, 'identity' | 'identityPool' | 'migration'> {
  const { db, jobQueue, rateLimits, textSender, mails, log } = context;
  const identityPool = lazyCognitoPool(pool);
  const wakeSync = (connection: Db) => jobQueue.send(syncIdentitiesQueue, {}, { db: connection, key: 'now' });
  const migrating = { db, pool: identityPool, wakeSync, stage, log };
  return {
    identityPool,
    identity: identityForStage({
      ...migrating,
      rateLimits,
      rules: accountRules(accountLimits),
      textSender,
      mails,
      codeText: verificationCodeText,
    }),
    migration: identityMigration(migrating),
  };
}

/** The dependencies of the account routes and jobs. */
export function accountDeps(deps: Deps): AccountDeps {
  const { config, db, pool, jobQueue, rateLimits, identity, sessions, cookies, mails, phoneHash, ledger, securityLog } =
    deps;
  return {
    db,
    pool,
    jobQueue,
    rateLimits,
    identity,
    sessions,
    cookies,
    mails,
    phoneHash,
    ledger,
    securityLog,
    rules: accountRules(config.accountLimits),
    devices: new Devices({ cookies, secret: config.secrets.session }),
    serviceNumbers: config.carrier.serviceNumbers,
    assignServiceNumber: (userId) => assignServiceNumber(db, userId),
    textedCodeKey: config.secrets.session,
    async forgetTexts(userId) {
      if ((await forgetAccount(pool, userId)) > 0) await jobQueue.send(redactCopiesQueue, {});
    },
    deleteTraces: (number, transaction) => deleteTracesOfNumber(transaction, { number, hash: phoneHash(number) }),
    async onPhoneVerified(userId, transaction) {
      // Welcomes a paying subscriber on the phone just verified: sends the service number and asks for YES.
      await jobQueue.send(welcomeQueue, { userId }, { db: transaction, key: userId });
      await identity.accountChanged(userId, transaction);
    },
  };
}
