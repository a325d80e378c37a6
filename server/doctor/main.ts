/** `node server/doctor/main.ts`: checks every configured third party and prints what to do about faults. */
import '#server/config/install-brand.ts';
import { Resolver } from 'node:dns/promises';

import { planIds } from '#contract/plans.ts';
import { runCommand } from '#server/app/run-command.ts';
import type { SecondModelSettings } from '#server/config/answer-providers.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import type { TracingSettings } from '#server/config/tracing.ts';
import type { WeatherSettings } from '#server/config/weather.ts';
import { createLog } from '#server/observability/log.ts';
import { openAiModel } from '#server/providers/openai/answer-model.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { stripePayments } from '#server/providers/stripe/payments.ts';
import { weatherGov } from '#server/providers/weather-gov/weather.ts';

import { checkAlerting } from './check-alerting.ts';
import { checkModel, checkRecipient } from './check-answer-model.ts';
import { checkBrand } from './check-brand.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkEarlierNumbers } from './check-earlier-numbers.ts';
import { checkMailDomain } from './check-mail-domain.ts';
import { checkMailServer } from './check-mail-server.ts';
import { checkPayers } from './check-payers.ts';
import { checkProxies } from './check-proxies.ts';
import { checkPublicAddress } from './check-public-address.ts';
import { checkSampleAccount } from './check-sample-account.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSetAside } from './check-set-aside.ts';
import { checkTraces } from './check-traces.ts';
import { checkWeather } from './check-weather.ts';
import { type Finding, playedBySandbox } from './finding.ts';
import { providerChecks } from './provider-checks.ts';
import { countFaults, type Section, writeReport } from './report.ts';

await runCommand(async () => {
  const sections = await examine(loadConfig());
  process.exitCode = countFaults(sections) > 0 ? 1 : 0;
  return writeReport(sections);
});

/** Runs all checks concurrently; each has its own time limit. */
async function examine(config: Config): Promise<Section[]> {
  const { secondModel, weather, mail, identity, http, payments, tracing } = config;
  const checks: [string, Promise<Finding[]> | Finding[]][] = [
    ['Settings', checkSecrets(config)],
    ['Brand', checkBrand(config)],
    ['Alerts', checkAlerting(config)],
    ['Public address', checkPublicAddress(addressOf(config))],
    ['Visitors', checkProxies(http)],
    ['Database', examineDatabase(config)],
    ['Disk', checkDisk(disksOf(config))],
    [providerChecks.twilio.title, examineCarrier(config)],
    ['Answer model', examineModel(config)],
    [providerChecks.stripe.title, providerChecks.stripe.check(config, keepNothing)],
    ['Mail', mail.isSandbox ? [playedBySandbox('SMTP_URL')] : examineMail(config)],
  ];
  if (!payments.isSandbox) checks.push(['Payers', examinePayers(config)]);
  if (weather !== null) checks.push(['Weather', examineWeather(weather)]);
  if (secondModel !== null) checks.push(['Second answer model', examineSecondModel(secondModel, config)]);
  if (tracing !== null) checks.push(['Traces', examineTraces(tracing)]);
  if (identity.stage !== 'pre') {
    const { title, check } = providerChecks.cognito;
    checks.push([title, check(config, keepNothing)]);
  }
  return Promise.all(checks.map(async ([name, findings]) => ({ name, findings: await findings })));
}

function addressOf({ http, carrier, secrets }: Config) {
  const { publicUrl } = http;
  return { publicUrl, sessionSecret: secrets.session, isCarrierSandbox: carrier.isSandbox };
}

function disksOf({ dataDir, journal, backup }: Config) {
  return { dataDir, journalBytesMax: journal.bytesMax, ledgerDir: backup.ledgerDir, backupDir: backup.dir };
}

/** The doctor makes no repairs, so there are no settings to store. */
async function keepNothing(): Promise<void> {}

async function examineDatabase({ database, backup, carrier, dataDir }: Config): Promise<Finding[]> {
  const found = await checkDatabase({ database, backup, optOutReplies: carrier.optOutReplies });
  const { keepDays } = backup;
  return [...found, ...(await checkSetAside({ databaseUrl: database.url, dataDir, keepDays, now: new Date() }))];
}

async function examineCarrier(config: Config): Promise<Finding[]> {
  const found = await providerChecks.twilio.check(config, keepNothing);
  return [...found, ...(await checkEarlierNumbers(config.database.url, config.carrier.serviceNumbers))];
}

async function examineModel({ model, answers }: Config): Promise<Finding[]> {
  if (model.isSandbox) return [playedBySandbox('PERPLEXITY_API_KEY')];
  const client = perplexityModel({ ...model, attemptMs: answers.attemptMs });
  const about = { name: 'The model', keys: 'PERPLEXITY_API_KEY and PERPLEXITY_MODEL', ...model };
  const answered = await checkModel(client, about).finally(() => client.close());
  return [...answered, ...checkRecipient(model.baseUrl)];
}

async function examineSecondModel(settings: SecondModelSettings, { answers }: Config): Promise<Finding[]> {
  if (settings.isSandbox) return [playedBySandbox('OPENAI_API_KEY')];
  const client = openAiModel({ ...settings, attemptMs: answers.attemptMs });
  const about = { ...settings, name: 'The second model', keys: 'OPENAI_API_KEY and OPENAI_MODEL' };
  return checkModel(client, about).finally(() => client.close());
}

async function examineTraces(settings: TracingSettings): Promise<Finding[]> {
  const { tryExport } = await import('#server/providers/open-telemetry/span-exporter.ts');
  return checkTraces(settings, tryExport);
}

async function examineWeather(settings: WeatherSettings): Promise<Finding[]> {
  if (settings.isSandbox) return [playedBySandbox('PERPLEXITY_API_KEY, or WEATHER_BASE_URL')];
  const client = weatherGov({ ...settings, requestMs: 10_000 });
  return checkWeather(client, settings.baseUrl).finally(() => client.close());
}

async function examinePayers({ database, payments, logLevel }: Config): Promise<Finding[]> {
  const { log } = createLog(logLevel);
  const found = await checkPayers(database.url, stripePayments({ ...payments, planIds, log }));
  return [...found, ...(await checkSampleAccount(database.url))];
}

async function examineMail({ mail }: Config): Promise<Finding[]> {
  const mailer = smtpMailer({ ...mail, url: mail.smtpUrl });
  try {
    const resolver = new Resolver({ timeout: 3000, tries: 2 });
    return [...(await checkMailServer(mailer)), ...(await checkMailDomain(mail.from.address, resolver))];
  } finally {
    mailer.close();
  }
}
