import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { brand } from '#contract/brand.ts';
import { generatedSecret } from '#server/platform/generated-secrets.ts';

import { readAccountLimits } from './account-limits.ts';
import { readAlerting } from './alerting.ts';
import { demoPartOf, firstCallMax, readDemoBudget, readModel, readSecondModel } from './answer-providers.ts';
import { readBackup } from './backup.ts';
import { readAddress, readInstallation } from './brand.ts';
import { readCarrier } from './carrier.ts';
import { readDatabaseUrl } from './database-url.ts';
import { readDeployment } from './deployment.ts';
import { loadEnvFile } from './env-file.ts';
import { type Env, SettingsReader } from './env-reader.ts';
import { readIdentity } from './identity.ts';
import { leftOver, type OwnValues } from './left-over.ts';
import { readMail } from './mail.ts';
import { readMemoryMinutes } from './memory.ts';
import { readOperator } from './operator.ts';
import { readPayments, sampleCustomer } from './payments.ts';
import { type Insists, readInsists, refuseUnsafeProduction } from './production.ts';
import { readTracing } from './tracing.ts';
import { readTrustedProxies } from './trusted-proxies.ts';
import { readWeather } from './weather.ts';

/** The account of a first start on the sandbox, so that a developer can text from the simulator's first phone. */
const sampleAccount = {
  name: 'Sam Sample',
  email: 'sam@askline.example',
  phone: '+12125550142',
  customer: sampleCustomer,
};

/** All settings, read once, validated and typed. Values are never printed. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings that `.env.example` describes. With none set, everything points to the sandbox.
 * @throws ConfigError naming every fault together
 */
export function readConfig(env: Env) {
  const read = new SettingsReader(env);
  const environment = read.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development');
  const isProduction = environment === 'production';
  const dataDir = resolve(read.text('DATA_DIR', './data'));
  const insists = readInsists(read);
  const installation = readInstallation(read);
  const { name, supportEmail } = installation.brand;
  const sandboxUrl = `http://127.0.0.1:${read.integer('SANDBOX_PORT', 4000, { min: 1, max: 65_535 })}`;

  const config = {
    environment,
    isProduction,
    /** Whose installation this is. In a process started by a command, `brand` of contract/brand.ts is the same. */
    installation,
    role: read.oneOf('ROLE', ['all', 'web', 'worker'], 'all'),
    dataDir,
    http: readHttp(read),
    database: {
      url: readDatabaseUrl(read),
      connectionsMax: read.integer('DATABASE_CONNECTIONS_MAX', 30, { min: 4, max: 500 }),
    },
    journal: readJournalLimits(read),
    backup: readBackup(read, dataDir),
    secrets: readSecrets(read, dataDir, isProduction),
    carrier: readCarrier(read, sandboxUrl),
    model: readModel(read, sandboxUrl),
    secondModel: readSecondModel(read, {
      sandboxUrl,
      isPlayground: environment === 'development' && read.optional('PERPLEXITY_API_KEY') === undefined,
    }),
    weather: readWeather(read, { sandboxUrl, isTest: environment === 'test', name, supportEmail }),
    payments: readPayments(read, sandboxUrl),
    answers: readAnswerLimits(read),
    demo: readDemoLimits(read),
    mail: readMail(read, insists, name),
    identity: readIdentity(read, sandboxUrl),
    accountLimits: readAccountLimits(read),
    operator: readOperator(read),
    alerting: readAlerting(read),
    tracing: readTracing(read),
    contact: {
      supportEmail,
      operatorEmail: readAddress(read, 'OPERATOR_EMAIL', supportEmail),
    },
    version: { ...readDeployment(read), environment: read.text('ENVIRONMENT', environment) },
    logLevel: read.oneOf('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    /** Test only: the factor that shortens the protocol's times (texting/timing.ts). */
    testSpeed: environment === 'test' ? read.integer('TEST_SPEED', 1, { min: 1, max: 100 }) : 1,
    /** Test only: where the process kills itself (platform/crash-points.ts). */
    crashAt: environment === 'test' ? read.optional('CRASH_AT') : undefined,
  };

  if (config.database.url === '') read.fault('DATABASE_URL is not set (npm start sets it to the embedded database)');
  refuseDemoThatCannotPay(read, config);
  if (isProduction && config.logLevel === 'silent') read.fault('LOG_LEVEL=silent leaves no security log: set error');
  if (isProduction) refuseUnsafe(read, insists, config);
  read.done();
  const isPlayground = environment !== 'test' && config.carrier.isSandbox && config.payments.isSandbox;
  return { ...config, sample: isPlayground ? sampleAccount : null };
}

/**
 * The settings of this process: `own`, then the environment, then a `.env` in the working folder.
 * @throws ConfigError naming every fault together
 * @throws {EnvFileError}
 */
export function loadConfig(own: Env = {}): Config {
  loadEnvFile();
  const config = readConfig({ ...process.env, ...own });
  if (!isDeepStrictEqual(brand, config.installation.brand)) {
    throw new Error('This entry point has to import config/install-brand.ts first');
  }
  return config;
}

function readHttp(read: SettingsReader) {
  const port = read.integer('PORT', 3000, { min: 0, max: 65_535 });
  return {
    port,
    host: read.text('HOST', '127.0.0.1'),
    publicUrl: read.url('PUBLIC_URL', `http://127.0.0.1:${port}`),
    trustProxy: readTrustedProxies(read),
    monitoring: readMonitoring(read),
    /** The limit for one client, except for webhooks, monitoring and files (docs/reference/security.md#t19). */
    requestsPerMinute: read.integer('LIMIT_REQUESTS_PER_MINUTE', 300, { min: 10, max: 1_000_000 }),
  };
}

/** A separate address for health and metrics, in any role; null without a port. */
function readMonitoring(read: SettingsReader) {
  const host = read.text('MONITORING_HOST', '127.0.0.1');
  if (read.optional('MONITORING_PORT') === undefined) return null;
  return { host, port: read.integer('MONITORING_PORT', 0, { min: 0, max: 65_535 }) };
}

function readSecrets(read: SettingsReader, dataDir: string, isProduction: boolean) {
  const orGenerated = (name: string, file: string): string | null =>
    read.optional(name) ?? (isProduction ? null : generatedSecret(dataDir, file).value);
  const session = orGenerated('SESSION_SECRET', 'session-secret') ?? '';
  if (session.length < 16) read.fault('SESSION_SECRET must be set, to at least 16 characters');
  return {
    session,
    /**
     * Null if unset in production, where only named operators can then sign in; there is no default
     * (docs/reference/security.md#t9).
     */
    adminPassword: orGenerated('ADMIN_PASSWORD', 'admin-password'),
    adminToken: orGenerated('ADMIN_TOKEN', 'admin-token'),
    metricsToken: readMetricsToken(read),
    /** Keys the hash under which an opt-out outlives its account. Set it before ever changing SESSION_SECRET. */
    phoneHash: read.text('PHONE_HASH_SECRET', session),
    /**
     * Encrypts support requests until they are emailed. To change SESSION_SECRET, set this to the old one for a day.
     * The setting keeps the earlier name of support requests, because installations have it set.
     */
    supportRequests: read.text('LETTER_SECRET', session),
  };
}

/** Wrong attempts do not lock out the token, so it must be too long to guess. */
function readMetricsToken(read: SettingsReader): string | null {
  const token = read.optional('METRICS_TOKEN') ?? null;
  if (token !== null && token.length < 32) read.fault('METRICS_TOKEN must have at least 32 characters');
  return token;
}

/** The limits of the journal during a database outage; beyond them, texts are refused (503). */
function readJournalLimits(read: SettingsReader) {
  return {
    opsMax: read.integer('FALLBACK_OPERATIONS_MAX', 100_000, { min: 10, max: 10_000_000 }),
    bytesMax: 1_048_576 * read.integer('FALLBACK_MEGABYTES_MAX', 64, { min: 1, max: 10_000 }),
  };
}

/** One provider that the demo can pay for is enough: texts must not wait for a setting of the demo. */
function refuseDemoThatCannotPay(
  read: SettingsReader,
  { demo, model, secondModel, operator }: Pick<Config, 'demo' | 'model' | 'secondModel' | 'operator'>,
): void {
  const canPay = (perDay: number, callMax: number) => demoPartOf(demo.microdollarsPerDay, perDay) >= callMax;
  if (canPay(model.perDay, firstCallMax(operator.prices))) return;
  if (secondModel !== null && canPay(secondModel.perDay, secondModel.perCall)) return;
  read.fault(
    'DEMO_DOLLARS_PER_DAY, or a quarter of PERPLEXITY_DOLLARS_PER_DAY, is less than the three times COST_PER_MODEL_CALL that one search of the demo reserves: raise it',
  );
}

function readDemoLimits(read: SettingsReader) {
  return {
    perIpPerDay: read.integer('DEMO_PER_IP_PER_DAY', 10, { min: 1, max: 10_000 }),
    perDay: read.integer('DEMO_PER_DAY', 2000, { min: 1, max: 10_000_000 }),
    microdollarsPerDay: readDemoBudget(read),
  };
}

function readAnswerLimits(read: SettingsReader) {
  return {
    deadlineMs: read.integer('ANSWER_DEADLINE_MS', 120_000, { min: 1000, max: 600_000 }),
    attemptMs: read.integer('ANSWER_ATTEMPT_MS', 25_000, { min: 100, max: 120_000 }),
    /** The most texts in progress in one process; the rest wait in the database. */
    inFlightMax: read.integer('TEXTS_IN_FLIGHT_MAX', 2000, { min: 1, max: 100_000 }),
    memorySeconds: 60 * readMemoryMinutes(read),
    unpaidRepliesPerHour: read.integer('UNPAID_REPLIES_PER_HOUR', 200, { min: 0, max: 1_000_000 }),
    fairUse: {
      per5Minutes: read.integer('FAIR_USE_PER_5_MINUTES', 15, { min: 1, max: 100_000 }),
      perHour: read.integer('FAIR_USE_PER_HOUR', 60, { min: 1, max: 1_000_000 }),
      perDay: read.integer('FAIR_USE_PER_DAY', 300, { min: 1, max: 10_000_000 }),
    },
  };
}

type Checked = Pick<
  Omit<Config, 'sample'>,
  | 'carrier'
  | 'model'
  | 'secondModel'
  | 'weather'
  | 'payments'
  | 'mail'
  | 'identity'
  | 'http'
  | 'database'
  | 'contact'
  | 'installation'
  | 'alerting'
  | 'tracing'
>;
type OwnSettings = 'carrier' | 'mail' | 'http' | 'contact' | 'installation' | 'alerting';

/**
 * The sandbox accepts everyone, and plain connections can be read, so production must not start like that unnoticed.
 */
function refuseUnsafe(read: SettingsReader, insists: Insists, config: Checked): void {
  const { carrier, model, secondModel, weather, payments, identity, http, alerting, tracing } = config;
  const { webhookUrl, heartbeatUrl } = alerting;
  const endpoint = identity.stage === 'pre' ? null : identity.pool.endpoint;
  refuseUnsafeProduction(read, insists, {
    publicUrl: http.publicUrl,
    trustProxy: http.trustProxy,
    databaseUrl: config.database.url,
    smtpUrl: config.mail.smtpUrl,
    providers: {
      TWILIO_API_BASE_URL: carrier.baseUrl,
      PERPLEXITY_BASE_URL: model.baseUrl,
      ...(secondModel === null ? {} : { OPENAI_BASE_URL: secondModel.baseUrl }),
      ...(weather === null ? {} : { WEATHER_BASE_URL: weather.baseUrl }),
      STRIPE_API_BASE_URL: payments.baseUrl,
      ...(endpoint === null ? {} : { COGNITO_ENDPOINT: endpoint }),
    },
    withoutKeys: [
      ...(carrier.isSandbox ? ['TWILIO_ACCOUNT_SID'] : []),
      ...(payments.isSandbox ? ['STRIPE_SECRET_KEY'] : []),
    ],
    hasTestPayments: payments.isStripeItself && !payments.isLive,
    leftOver: leftOver(ownValues(config), config.installation),
    channels: {
      ...(webhookUrl === null ? {} : { ALERT_WEBHOOK_URL: webhookUrl }),
      ...(heartbeatUrl === null ? {} : { ALERT_HEARTBEAT_URL: heartbeatUrl }),
      // Traces hold nothing secret, but the headers may hold a key.
      ...(tracing !== null && Object.keys(tracing.headers).length > 0
        ? { OTEL_EXPORTER_OTLP_ENDPOINT: tracing.endpoint }
        : {}),
    },
  });
}

/** The settings that people read or that others call, by name. */
export function ownValues(config: Pick<Checked, OwnSettings>): OwnValues {
  const { http, mail, installation, contact, carrier, alerting } = config;
  return {
    PUBLIC_URL: http.publicUrl,
    MAIL_FROM: mail.from.address,
    SUPPORT_EMAIL: contact.supportEmail,
    DEVELOPER_EMAIL: installation.brand.developerEmail,
    OPERATOR_EMAIL: contact.operatorEmail,
    ...(alerting.phone === null ? {} : { ALERT_PHONE: alerting.phone }),
    ...(carrier.isSandbox ? {} : { SERVICE_PHONE_NUMBERS: carrier.serviceNumbers.join(',') }),
  };
}
