import { afterAll, beforeAll, expect, test as plain, vi } from 'vitest';

import { countEvent } from '#server/observability/counters.repo.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { startDnsServer } from '#server/testing/dns-server.ts';
import { type ProxyOptions, startHttpsProxy } from '#server/testing/https-proxy.ts';
import { hasPgBouncer, startPgBouncer } from '#server/testing/pgbouncer.ts';
import { plantedInAccounts } from '#server/testing/planted-accounts.ts';
import { openAccount } from '#server/testing/provider-account.ts';
import { test } from '#server/testing/shared-app.ts';
import { privateAuthority } from '#server/testing/test-certificate.ts';

import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkMailDomain } from './check-mail-domain.ts';
import { checkPublicAddress, type PublicAddressDeps } from './check-public-address.ts';
import type { Finding } from './finding.ts';

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIASANDBOX');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
});
afterAll(() => void vi.unstubAllEnvs());

const problems = (findings: readonly Finding[]) => findings.filter(({ kind }) => kind === 'fault' || kind === 'advice');
plain.each(plantedInAccounts)('$fault is named with its remedy, and mended where that can be', async (planted) => {
  const { at, plant, says, act, kind, isMended } = planted;
  await using account = await openAccount(at, 'done');
  await account.mend(); // fallback addresses and groups, which the sandbox starts without
  expect(await account.find()).toEqual([]);
  await plant(account);
  const found = problems(await account.find());
  expect(found).toContainEqual(
    expect.objectContaining({
      says: expect.stringMatching(says),
      act: expect.stringMatching(act),
      ...(kind && { kind }),
    }),
  );
  await account.mend();
  const left = problems(await account.find());
  expect(left.map((one) => one.says).filter((one) => says.test(one))).toHaveLength(isMended ? 0 : 1);
  if (isMended) expect(left).toEqual([]);
});

/** What is wrong with the proxy in front, or with the address. */
const betweenUsAndVisitors: readonly {
  readonly fault: string;
  readonly proxy?: ProxyOptions;
  readonly deps?: Partial<PublicAddressDeps>;
  readonly says: RegExp;
  readonly act: RegExp;
}[] = [
  { fault: 'a plain address', deps: { publicUrl: 'http://hearthtext.com' }, says: /not https/, act: /TLS/ },
  {
    fault: 'a certificate of a private authority',
    deps: { authority: undefined },
    says: /authority that no one knows|intermediate/,
    act: /public authority/,
  },
  {
    fault: 'another installation',
    deps: { sessionSecret: 'of another installation' },
    says: /another installation/,
    act: /SESSION_SECRET/,
  },
  {
    fault: 'a redirect',
    proxy: { redirectTo: 'https://www.hearthtext.com' },
    says: /redirects to https:\/\/www/,
    act: /follow no redirect/,
  },
  {
    fault: 'a proxy that hides the visitor',
    proxy: { addresses: 'hide' },
    says: /hides which address/,
    act: /X-Forwarded-For/,
  },
  {
    fault: 'a proxy that believes visitors',
    proxy: { addresses: 'pass' },
    says: /can claim any address/,
    act: /append/,
  },
  {
    fault: 'a body limit of 1 MB',
    proxy: { bodyBytesMax: 1024 * 1024 },
    says: /refuses a form of \d+ MB \(413\)/,
    act: /client_max_body_size/,
  },
];

test.for(betweenUsAndVisitors)('$fault in front of the site is named with its remedy', async (planted, { app }) => {
  const { proxy, deps, says, act } = planted;
  await using front = await startHttpsProxy(app.url, proxy);
  const sessionSecret = app.product.deps.config.secrets.session;
  const given = {
    publicUrl: front.url,
    sessionSecret,
    isCarrierSandbox: false,
    authority: privateAuthority.ca,
    ...deps,
  };
  const found = problems(await checkPublicAddress(given));
  expect(found).toMatchObject([{ says: expect.stringMatching(says), act: expect.stringMatching(act) }]);
});

test.for(['append', 'replace'] as const)('a proxy that does %s the address is in order', async (addresses, { app }) => {
  await using front = await startHttpsProxy(app.url, { addresses });
  const sessionSecret = app.product.deps.config.secrets.session;
  const given = { publicUrl: front.url, sessionSecret, isCarrierSandbox: false, authority: privateAuthority.ca };
  expect(problems(await checkPublicAddress(given))).toEqual([]);
});

plain('a database with too few connections, and one behind a pooler, are named with the remedy', async () => {
  await using database = await testDatabase();
  const check = async (url: string, connectionsMax = 30): Promise<Finding[]> =>
    problems(
      await checkDatabase({ database: { url, connectionsMax }, optOutReplies: 'carrier', backup: { hasAlert: true } }),
    );
  const { pathname } = new URL(database.url);
  await using admin = connectTo(Object.assign(new URL(database.url), { pathname: '/postgres' }).href, 1);
  await admin.pool.query(`alter database ${pathname.slice(1)} connection limit 15`);
  expect(await check(database.url)).toContainEqual(
    expect.objectContaining({ kind: 'fault', act: expect.stringMatching(/connection|DATABASE_CONNECTIONS_MAX/) }),
  );
  if (!hasPgBouncer) return;
  await using pooled = await startPgBouncer(database.url, 'transaction');
  expect(await check(pooled.url, 4)).toContainEqual(
    expect.objectContaining({ kind: 'fault', act: expect.stringContaining('session mode') }),
  );
});

plain('an answer to STOP that the carrier refused shows that it answers itself', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 1);
  await countEvent(connection.pool, 'sends.rejected.21610');
  const settings = {
    database: { url: database.url, connectionsMax: 8 },
    optOutReplies: 'app',
    backup: { hasAlert: true },
  } as const;
  expect(problems(await checkDatabase(settings))).toContainEqual(
    expect.objectContaining({ says: expect.stringContaining('21610'), act: 'Set TWILIO_OPT_OUT_REPLIES=carrier.' }),
  );
});

const spf = ['v=spf1 include:mail.test -all'];
const dmarc = ['v=DMARC1; p=none'];
const key = ['v=DKIM1; p=abc'];
const whole = { 'hearth.test': spf, '_dmarc.hearth.test': dmarc, 's1._domainkey.hearth.test': key };
const without = (name: keyof typeof whole) => Object.fromEntries(Object.entries(whole).filter(([one]) => one !== name));

plain.each([
  ['nothing', whole, []],
  ['SPF', { ...without('hearth.test'), 'hearth.test': ['other'] }, [/no SPF/]],
  ['one SPF too many', { ...whole, 'hearth.test': [...spf, ...spf] }, [/2 SPF records/]],
  ['a limit in SPF', { ...whole, 'hearth.test': ['v=spf1 +all'] }, [/lets everyone/]],
  ['DMARC', without('_dmarc.hearth.test'), [/no DMARC/]],
  ['DKIM', without('s1._domainkey.hearth.test'), [/no DKIM key/]],
])('a mail domain that lacks %s is reported with its remedy', async (_what, records, says) => {
  await using dns = await startDnsServer(records);
  const found = problems(await checkMailDomain('hello@hearth.test', dns.resolver));
  expect(found).toMatchObject(says.map((one) => ({ says: expect.stringMatching(one), act: expect.any(String) })));
});

plain('a disk with less room than the journal may take is a fault', async () => {
  const here = {
    dataDir: import.meta.dirname,
    ledgerDir: import.meta.dirname,
    backupDir: `${import.meta.dirname}/none`,
  };
  const [found, ...others] = await checkDisk({ ...here, journalBytesMax: Number.MAX_SAFE_INTEGER });
  expect(found).toMatchObject({ kind: 'fault', act: expect.stringContaining('Free some') });
  expect(others).toEqual([]);
  const [gone] = await checkDisk({ ...here, dataDir: `${import.meta.dirname}/none`, journalBytesMax: 1 });
  expect(gone).toMatchObject({ kind: 'advice', act: expect.stringContaining('DATA_DIR') });
  // On every Linux a separate file system without blocks: 0 MB free.
  if (process.platform !== 'linux') return;
  const elsewhere = await checkDisk({ ...here, ledgerDir: '/proc', backupDir: '/proc/none', journalBytesMax: 1 });
  expect(elsewhere.slice(1)).toMatchObject([
    { kind: 'advice', says: '/proc has 0 MB free, 0 % of the disk.', act: expect.stringContaining('LEDGER_DIR') },
  ]);
});
