/** `node server/doctor/main.ts`: checks every configured third party and prints what to do about faults. */
import '#server/config/install-brand.ts';
import Stripe from 'stripe';

import { planIds } from '#contract/plans.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/env-reader.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { stripePayments } from '#server/providers/stripe/payments.ts';

import { checkAlerting } from './check-alerting.ts';
import { checkBrand } from './check-brand.ts';
import { checkCarrier } from './check-carrier.ts';
import { checkDatabase } from './check-database.ts';
import { checkIdentity } from './check-identity.ts';
import { checkMail, checkModel, checkProxies, checkPublicAddress, checkSecrets } from './check-others.ts';
import { checkPayments } from './check-payments.ts';
import { type Finding, playedBySandbox } from './finding.ts';
import { countFaults, type Section, writeReport } from './report.ts';

const stripeTimeoutMs = 10_000;

try {
  const sections = await examine(loadConfig());
  console.log(writeReport(sections));
  process.exitCode = countFaults(sections) > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Concurrent: each has its own time limit. */
async function examine(config: Config): Promise<Section[]> {
  const { carrier, model, payments, mail, identity, http, database, answers } = config;
  const { publicUrl } = http;
  const checks: [string, Promise<Finding[]> | Finding[]][] = [
    ['Settings', checkSecrets(config)],
    ['Brand', checkBrand(config)],
    ['Alerts', checkAlerting(config)],
    ['Public address', checkPublicAddress(config)],
    ['Visitors', checkProxies(http)],
    ['Database', checkDatabase(database)],
    [
      'Carrier',
      carrier.isSandbox
        ? [playedBySandbox('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and SERVICE_PHONE_NUMBERS')]
        : checkCarrier({ carrier, publicUrl }),
    ],
    [
      'Answer model',
      model.isSandbox
        ? [playedBySandbox('PERPLEXITY_API_KEY')]
        : checkModel(perplexityModel({ ...model, attemptMs: answers.attemptMs }), model),
    ],
    ['Payments', payments.isSandbox ? [playedBySandbox('the STRIPE_ keys')] : examinePayments(config)],
    ['Mail', mail.isSandbox ? [playedBySandbox('SMTP_URL')] : examineMail(config)],
  ];
  if (identity.stage !== 'pre') {
    const played = [playedBySandbox('COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID')];
    checks.push(['Identity service', identity.isSandbox ? played : checkIdentity(identity.pool)]);
  }
  return Promise.all(checks.map(async ([name, findings]) => ({ name, findings: await findings })));
}

function examinePayments({ payments, http }: Config): Promise<Finding[]> {
  const { hostname, port, protocol } = new URL(payments.baseUrl);
  const client = new Stripe(payments.secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: stripeTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const ours = stripePayments({ ...payments, planIds });
  return checkPayments({ settings: payments, payments: ours, client, publicUrl: http.publicUrl });
}

async function examineMail({ mail }: Config): Promise<Finding[]> {
  const mailer = smtpMailer({ ...mail, url: mail.smtpUrl });
  try {
    return await checkMail(mailer);
  } finally {
    mailer.close();
  }
}
