/** `node server/doctor/main.ts`: checks every configured third party and prints what to do about faults. */
import '#server/config/install-brand.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/env-reader.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';

import { checkAlerting } from './check-alerting.ts';
import { checkBrand } from './check-brand.ts';
import { checkDatabase } from './check-database.ts';
import { checkMail, checkModel, checkProxies, checkPublicAddress, checkSecrets } from './check-others.ts';
import { type Finding, playedBySandbox } from './finding.ts';
import { providerChecks } from './provider-checks.ts';
import { countFaults, type Section, writeReport } from './report.ts';

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
  const { model, mail, identity, http, database, answers } = config;
  const checks: [string, Promise<Finding[]> | Finding[]][] = [
    ['Settings', checkSecrets(config)],
    ['Brand', checkBrand(config)],
    ['Alerts', checkAlerting(config)],
    ['Public address', checkPublicAddress(config)],
    ['Visitors', checkProxies(http)],
    ['Database', checkDatabase(database)],
    [providerChecks.twilio.title, providerChecks.twilio.look(config, keepNothing)],
    [
      'Answer model',
      model.isSandbox
        ? [playedBySandbox('PERPLEXITY_API_KEY')]
        : checkModel(perplexityModel({ ...model, attemptMs: answers.attemptMs }), model),
    ],
    [providerChecks.stripe.title, providerChecks.stripe.look(config, keepNothing)],
    ['Mail', mail.isSandbox ? [playedBySandbox('SMTP_URL')] : examineMail(config)],
  ];
  if (identity.stage !== 'pre') {
    const { title, look } = providerChecks.cognito;
    checks.push([title, look(config, keepNothing)]);
  }
  return Promise.all(checks.map(async ([name, findings]) => ({ name, findings: await findings })));
}

/** The doctor carries no repair out. */
async function keepNothing(): Promise<void> {}

async function examineMail({ mail }: Config): Promise<Finding[]> {
  const mailer = smtpMailer({ ...mail, url: mail.smtpUrl });
  try {
    return await checkMail(mailer);
  } finally {
    mailer.close();
  }
}
