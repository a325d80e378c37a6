import { brand } from '#contract/brand.ts';
import { planIds } from '#contract/plans.ts';

import { accountRules } from './accounts/account-rules.ts';
import { Devices } from './accounts/devices.flow.ts';
import type { AccountParts } from './accounts/parts.flow.ts';
import { welcomeQueue } from './billing/welcome.flow.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './db/client.ts';
import { openOperator, type OperatorDeps } from './operator.ts';
import type { OperatorAlerts } from './platform/alerts.ts';
import { Background } from './platform/background.ts';
import { PrivateCookies } from './platform/cookies.ts';
import { counterCode } from './platform/counter-names.ts';
import { createLog, type Log, type LogSwitch } from './platform/log.ts';
import { RateLimits } from './platform/rate-limits.ts';
import { createSealer, type Sealer } from './platform/seal.ts';
import { Sessions } from './platform/session.ts';
import { cognitoPool, type IdentityPool } from './providers/cognito/identity-pool.ts';
import { identityMigration } from './providers/identity/migration.ts';
import { stagedIdentity } from './providers/identity/staged-identity.ts';
import { syncIdentitiesQueue } from './providers/identity/sync-identities.ts';
import type { TextSender } from './providers/ports.ts';
import type { IdentityMigration } from './providers/ports/identity-migration.ts';
import type { IdentityProvider } from './providers/ports/identity.ts';
import type { Mailer, MailQueue } from './providers/ports/mail.ts';
import type { Payments } from './providers/ports/payments.ts';
import { smtpMailer } from './providers/smtp/mailer.ts';
import { stripePayments } from './providers/stripe/payments.ts';
import { createMailQueue } from './support/outbox/mail-queue.flow.ts';
import { createOperatorAlerts } from './support/outbox/operator-alerts.flow.ts';
import { createTextingDeps, openProductDatabase, type TextingDeps } from './texting-deps.ts';
import { verificationCodeText } from './texting/replies.ts';
import { createTextSender } from './texting/sending/unasked.flow.ts';

/** The one value that routes and jobs get: all they need of the world, and no way to reach more. */
export type Deps = OperatorDeps &
  TextingDeps &
  Omit<Database, 'close'> & {
    readonly config: Config;
    readonly background: Background;
    readonly rateLimits: RateLimits;
    readonly cookies: PrivateCookies;
    /** Who is signed in: `await sessions.require(request)`. */
    readonly sessions: Sessions;
    readonly identity: IdentityProvider;
    /** The external identity service; asked by the identity jobs. */
    readonly identityPool: IdentityPool;
    readonly textSender: TextSender;
    readonly payments: Payments;
    readonly mailer: Mailer;
    /** Mails to subscribers: `await mails.queue({ kind, userId }, transaction)`. */
    readonly mails: MailQueue;
    /** Tells the operator what a person has to look at. */
    readonly alerts: OperatorAlerts;
    /** Seals letters to support while they wait. */
    readonly sealer: Sealer;
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
  const database = openProductDatabase(config, log);
  const { db, pool, close } = database;
  const rateLimits = new RateLimits(pool);
  const operator = openOperator({ config, db, pool, rateLimits, logSwitch });
  const texting = createTextingDeps(config, { ...operator, database, log });
  const { carrier } = texting;

  const cookies = new PrivateCookies({ isHttps: config.http.publicUrl.startsWith('https:') });

  const background = new Background({ databaseUrl: config.database.url, log });
  const mailer = smtpMailer({ ...config.mail, url: config.mail.smtpUrl });
  logSwitch.onSecurityEvent((event) => operator.tally.add(`security.${counterCode(event)}`));
  const mails = createMailQueue({ db, background, listener: operator.listener, log });
  const alerts = createOperatorAlerts({
    mails,
    securityLog,
    tally: operator.tally,
    operator: { name: `${brand.name} operator`, address: config.contact.operatorEmail },
  });
  const textSender = createTextSender({ ...texting, ...config.carrier, pool, store: texting.textStore });

  return {
    ...texting,
    ...operator,
    config,
    db,
    pool,
    background,
    rateLimits,
    cookies,
    sessions: new Sessions({ pool, cookies }),
    ...createIdentity(config, { db, background, textSender, mails, log }),
    textSender,
    payments: stripePayments({ ...config.payments, planIds }),
    mailer,
    mails,
    alerts,
    sealer: createSealer(config.secrets.letters, 'letters'),
    log,
    securityLog,
    logSwitch,
    async close() {
      carrier.close();
      mailer.close();
      await close();
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
    devices: new Devices({ cookies: deps.cookies, secret: deps.config.secrets.session }),
    serviceNumbers: carrier.serviceNumbers,
    textedCodeKey: deps.config.secrets.session,
    async onPhoneVerified(userId, db) {
      // Who pays already gets the number to ask, and the question for YES, on the phone that is verified now.
      await deps.background.send(welcomeQueue, { userId }, { db, key: userId });
      await deps.identity.accountChanged(userId, db);
    },
  };
}
