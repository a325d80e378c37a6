import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, inject } from 'vitest';

import { noteBackup } from '#server/backup/last-backup.repo.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { countEvent } from '#server/observability/counters.repo.ts';
import { openAiModel } from '#server/providers/openai/answer-model.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { CarrierRequestError } from '#server/providers/twilio/carrier-http.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { sandboxProductUrl as productUrl, type Sandbox, test } from '#server/testing/shared-sandbox.ts';

import type { CarrierApi, OwnNumber } from './carrier-api.ts';
import { checkAlerting } from './check-alerting.ts';
import { checkModel } from './check-answer-model.ts';
import { checkBackup } from './check-backup.ts';
import { checkCarrier } from './check-carrier.ts';
import { checkDatabase } from './check-database.ts';
import { checkIdentity } from './check-identity.ts';
import { checkMailServer } from './check-mail-server.ts';
import { checkPayments } from './check-payments.ts';
import { checkProxies } from './check-proxies.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSenders } from './check-senders.ts';
import type { Finding } from './finding.ts';
import { writeReport } from './report.ts';

/** Settings as an operator would write them, with the sandbox playing each third party. */
function configFor(sandbox: Sandbox, changes: Record<string, string> = {}): Config {
  return readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: join(tmpdir(), 'askline-test'),
    SESSION_SECRET: 'a secret of the tests',
    PUBLIC_URL: productUrl,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'sandbox_twilio_auth_token',
    SERVICE_PHONE_NUMBERS: '+12025550100',
    TWILIO_API_BASE_URL: sandbox.url,
    PERPLEXITY_API_KEY: 'sandbox_perplexity_key',
    PERPLEXITY_BASE_URL: sandbox.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_API_BASE_URL: sandbox.url,
    ...changes,
  });
}

const faults = (findings: readonly Finding[]) => findings.filter(({ kind }) => kind === 'fault');

function carrierFindings(sandbox: Sandbox, changes?: Record<string, string>): Promise<Finding[]> {
  const { carrier, http } = configFor(sandbox, changes);
  return checkCarrier({ carrier, publicUrl: http.publicUrl, keep });
}

function paymentFindings(sandbox: Sandbox, changes?: Record<string, string>): Promise<Finding[]> {
  const { payments: settings, http } = configFor(sandbox, changes);
  return checkPayments({ settings, publicUrl: http.publicUrl, isProduction: false, keep });
}

async function keep(): Promise<void> {}

test('an account in good order has no fault: credentials, number, webhook', async ({ sandbox }) => {
  const findings = await carrierFindings(sandbox);
  expect(faults(findings)).toEqual([]);
  expect(findings[0]?.says).toContain('takes our credentials');
});

test('countries that the carrier does not tell are said to be unseen, and hide nothing else', async ({ sandbox }) => {
  const whole = (await carrierFindings(sandbox)).map(({ says }) => says);
  expect(whole.at(-1)).toBe('The account may text the US and its territories only.');
  sandbox.context.faults.set({ twilio: { status: 503, operations: ['geo_permissions'] } });
  const findings = await carrierFindings(sandbox);
  sandbox.context.faults.clear();
  expect(findings.at(-1)).toMatchObject({ kind: 'unseen', says: expect.stringMatching(/cannot be read \(\d+\)/) });
  expect(findings.slice(0, -1).map(({ says }) => says)).toEqual(whole.slice(0, -1));
});

test('a carrier clock that differs by more than two seconds is reported with the difference', async ({ sandbox }) => {
  sandbox.context.faults.set({ twilio: { clockSkewMs: 60_000 } });
  const findings = await carrierFindings(sandbox);
  sandbox.context.faults.clear();
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'advice', says: expect.stringMatching(/Twilio's clock is (59|60|61) s ahead/) }),
  );
});

test('a wrong token, a foreign number and a webhook elsewhere are reported with what to do', async ({ sandbox }) => {
  const wrongToken = await carrierFindings(sandbox, { TWILIO_AUTH_TOKEN: 'guess' });
  expect(wrongToken).toMatchObject([{ kind: 'fault', act: expect.stringContaining('TWILIO_AUTH_TOKEN') }]);
  const foreign = await carrierFindings(sandbox, { SERVICE_PHONE_NUMBERS: '+12025550199' });
  expect(faults(foreign)).toMatchObject([{ says: expect.stringContaining('+12025550199 is not a number') }]);
  const elsewhere = await carrierFindings(sandbox, { PUBLIC_URL: 'https://moved.example' });
  expect(faults(elsewhere)).toMatchObject([
    { act: expect.stringContaining('https://moved.example/webhooks/twilio/messages') },
  ]);
});

test('several numbers without a messaging service are a fault, one is advice', async ({ sandbox }) => {
  const check = async (changes: Record<string, string>) =>
    (await carrierFindings(sandbox, changes)).find(({ says }) => says.startsWith('There is no messaging service'));
  expect(await check({})).toMatchObject({ kind: 'advice' });
  const several = { SERVICE_PHONE_NUMBERS: '+12025550100,+12025550101' };
  expect(await check(several)).toMatchObject({ kind: 'fault', says: expect.stringContaining('START counts') });
});

test('with several toll-free numbers, the report says that START counts for each alone', async ({ sandbox }) => {
  const { carrier } = configFor(sandbox);
  const get = () => Promise.reject(new CarrierRequestError('refused', { status: 404 }));
  const calls = { get } as unknown as CarrierApi['account'];
  const api = { account: calls, messaging: calls, accounts: calls, path: '' };
  const own = (phone_number: string) => ({ phone_number }) as OwnNumber;
  expect(await checkSenders(api, [own('+18445550100')], carrier)).toEqual([]);
  expect(await checkSenders(api, [own('+18445550100'), own('+18885550100')], carrier)).toMatchObject([
    { kind: 'advice', says: expect.stringContaining('that number only') },
  ]);
});

test('payments: key, prices, webhook and portal are checked', async ({ sandbox }) => {
  expect(faults(await paymentFindings(sandbox))).toEqual([]);
  const refused = await paymentFindings(sandbox, { STRIPE_SECRET_KEY: 'sk_test_other' });
  expect(refused).toMatchObject([{ kind: 'fault', says: expect.stringContaining('refuses our credentials') }]);
  const elsewhere = await paymentFindings(sandbox, { PUBLIC_URL: 'https://moved.example' });
  expect(faults(elsewhere)).toMatchObject([{ says: 'Stripe has no webhook endpoint for this installation.' }]);
  const unpriced = { STRIPE_PRICE_MONTHLY: 'price_none', STRIPE_PRICE_ANNUAL: 'price_sandbox_annual' };
  expect(faults(await paymentFindings(sandbox, unpriced))).toMatchObject([
    { says: 'There is no active price for the plan monthly.' },
  ]);
});

test('the model is asked a question, and a refused key is distinguished from an address without a server', async ({
  sandbox,
}) => {
  const ask = (changes?: Record<string, string>): Promise<Finding[]> => {
    const { model } = configFor(sandbox, changes);
    const about = { ...model, name: 'The model', keys: 'PERPLEXITY_API_KEY' };
    return checkModel(perplexityModel({ ...model, attemptMs: 5000 }), about);
  };
  expect(await ask()).toMatchObject([{ kind: 'ok', says: expect.stringContaining('perplexity/sonar answered') }]);
  expect(await ask({ PERPLEXITY_API_KEY: 'guess' })).toMatchObject([{ says: expect.stringContaining('refuses our') }]);
  const nobody = await ask({ PERPLEXITY_BASE_URL: 'http://127.0.0.1:1' });
  expect(nobody).toMatchObject([{ says: expect.stringContaining('cannot be reached at http://127.0.0.1:1') }]);
});

test('the second answer model is asked like the first, and a refusal names its own settings', async ({ sandbox }) => {
  const ask = (changes: Record<string, string> = {}): Promise<Finding[]> => {
    const settings = { OPENAI_API_KEY: 'a key', OPENAI_BASE_URL: `${sandbox.url}/openai/v1`, ...changes };
    const { secondModel } = configFor(sandbox, settings);
    if (secondModel === null) throw new Error('the second model is not set up');
    const about = { ...secondModel, name: 'The second model', keys: 'OPENAI_API_KEY and OPENAI_MODEL' };
    return checkModel(openAiModel({ ...secondModel, attemptMs: 20_000 }), about);
  };
  const works = {
    kind: 'ok',
    says: expect.stringMatching(/^The second model gpt-5.4-mini answered in .* for 1.70 cents/),
  };
  expect(await ask({ OPENAI_API_KEY: 'sandbox_openai_key' })).toMatchObject([works]);
  expect(await ask()).toMatchObject([{ kind: 'fault', act: 'Check OPENAI_API_KEY and OPENAI_MODEL.' }]);
  expect(await ask({ OPENAI_API_KEY: 'sandbox_openai_key', OPENAI_MODEL: 'gpt-0' })).toMatchObject([{ kind: 'fault' }]);
});

test('the mail server is checked, and an unavailable one is reported', async ({ sandbox }) => {
  const check = async (address: string): Promise<Finding[]> => {
    const mailer = smtpMailer({ url: `smtp://${address}`, from: { name: 'Askline', address: 'a@askline.example' } });
    const findings = await checkMailServer(mailer);
    mailer.close();
    return findings;
  };
  expect(await check(String(sandbox.context.addresses.smtp).replace('smtp://', ''))).toMatchObject([{ kind: 'ok' }]);
  expect(await check('127.0.0.1:1')).toMatchObject([{ kind: 'fault', act: expect.stringContaining('address') }]);
});

test('the pool of the identity service is checked', async ({ sandbox }) => {
  const { pool } = configFor(sandbox, { SANDBOX_PORT: new URL(sandbox.url).port }).identity;
  expect(faults(await checkIdentity(pool, keep))).toEqual([]);
  const wrong = await checkIdentity({ ...pool, clientId: 'another' }, keep);
  expect(faults(wrong)).toMatchObject([{ act: expect.stringContaining('COGNITO_CLIENT_ID') }]);
});

test('an available database is checked, and an unavailable one is distinguished from a refusal', async () => {
  await using database = await testDatabase();
  const check = (url: string): Promise<Finding[]> =>
    checkDatabase({ database: { url, connectionsMax: 20 }, optOutReplies: 'carrier', backup: { hasAlert: true } });
  const found = await check(database.url);
  expect(faults(found)).toEqual([]);
  expect(found[0]?.says).toBe('PostgreSQL 18 answers.');
  expect(JSON.stringify(found)).not.toContain('migrations');
  const wrong = Object.assign(new URL(database.url), { password: 'guess' }).href;
  expect(await check(wrong)).toMatchObject([{ kind: 'fault', says: 'The database refuses the password (28P01).' }]);
  expect(await check('postgres://nobody@127.0.0.1:1/none')).toMatchObject([{ act: expect.stringContaining('runs') }]);
  const empty = Object.assign(new URL(inject('postgresUrl')), { pathname: '/postgres' }).href;
  expect(JSON.stringify(await check(empty))).toContain('brings the schema up to date');
});

test('an old backup is advice, which blocks no update, and no finding if another tool makes backups', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  await noteBackup(connection.db, new Date('2026-11-20T00:00:00Z'));
  const check = (hasAlert: boolean) => checkBackup(connection.db, { now: new Date('2026-11-22T00:00:00Z'), hasAlert });
  expect(await check(true)).toMatchObject([{ kind: 'advice', says: 'The newest backup is 48 hours old.' }]);
  expect(await check(false)).toMatchObject([{ kind: 'unseen' }]);
});

test('the admin area has a password', ({ sandbox }) => {
  const secrets = { ...configFor(sandbox).secrets, adminPassword: null, adminToken: null };
  expect(checkSecrets({ isProduction: true, secrets })).toMatchObject([{ kind: 'advice' }]);
});

test('behind https TRUST_PROXY must be set, and a proxy that it does not name is found', async ({ sandbox }) => {
  const check = (changes: Record<string, string>) => checkProxies(configFor(sandbox, changes).http);
  const PUBLIC_URL = 'https://askline.example';
  expect(check({ PUBLIC_URL })).toMatchObject([{ kind: 'fault', act: expect.stringContaining('TRUST_PROXY') }]);
  expect(check({ PUBLIC_URL, TRUST_PROXY: '10.0.0.0/8' })).toMatchObject([{ kind: 'ok' }]);
  expect(() => configFor(sandbox, { TRUST_PROXY: 'nginx' })).toThrow('TRUST_PROXY must be addresses or networks');
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  await countEvent(connection.pool, 'requests.untrusted_proxy');
  const found = faults(
    await checkDatabase({
      database: { url: database.url, connectionsMax: 20 },
      optOutReplies: 'carrier',
      backup: { hasAlert: true },
    }),
  );
  expect(found).toMatchObject([{ act: expect.stringContaining('TRUST_PROXY') }]);
});

test('a production that alerts no one has a fault, and each missing channel is advice', ({ sandbox }) => {
  const check = (changes: Record<string, string>, isProduction = true) =>
    checkAlerting({ isProduction, alerting: configFor(sandbox, changes).alerting }).map(({ kind }) => kind);
  const own = { OPERATOR_EMAIL: 'operator@askline.test' };
  expect(check({})).toEqual(['fault']);
  expect(check({}, false)).toEqual(['ok']);
  expect(check(own)).toEqual(['ok', 'advice', 'advice']);
  expect(check({ ...own, ALERT_PHONE: '+12024561111' })).toEqual(['ok', 'advice']);
  const all = { ALERT_WEBHOOK_URL: 'https://hooks.askline.test', ALERT_HEARTBEAT_URL: 'https://beats.askline.test' };
  expect(check(all)).toEqual(['ok']);
});

test('the report names each part, what to do, and ends with a verdict', () => {
  const bad = { name: 'Mail', findings: [{ kind: 'fault', says: 'No.', act: 'Do it.' }] } as const;
  expect(writeReport([bad])).toBe('\nMail\n  FAULT   No.\n          Do it.\n\nOne fault. Texts may not be answered.\n');
  const played = { name: 'Carrier', findings: [{ kind: 'sandbox', says: 'The sandbox plays it.' }] } as const;
  expect(writeReport([played])).toContain('The sandbox plays: carrier.');
});
