import { randomBytes } from 'node:crypto';

import { Secret as TotpSecret } from 'otpauth';
import { expect, test } from 'vitest';

import { freePort } from '#server/testing/free-port.ts';
import { codeOfApp, namedOperator } from '#server/testing/named-operator.ts';
import { operator } from '#server/testing/operator.ts';
import { startProductProcess } from '#server/testing/product-process.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { codeOn, mailedCode, visitor, wrongCode } from '#server/testing/visitor.ts';

const adminToken = `operator-${randomBytes(9).toString('hex')}`;

/** The product as a process of its own that logs all it can, on the database of another that does no work. */
async function talkative(app: TestApp) {
  const port = await freePort();
  const process = await startProductProcess({
    LOG_LEVEL: 'debug',
    DATABASE_URL: app.product.deps.config.database.url,
    DATA_DIR: app.product.deps.config.dataDir,
    PORT: String(port),
    PUBLIC_URL: app.url,
    SANDBOX_PORT: new URL(app.sandboxUrl).port,
    SANDBOX_SMTP_PORT: new URL(app.product.deps.config.mail.smtpUrl).port,
    SESSION_SECRET: 'a secret of the tests',
    ADMIN_TOKEN: adminToken,
    TRUST_PROXY: '127.0.0.1',
  });
  return { process, app: { ...app, url: `http://127.0.0.1:${port}` } };
}

/** Every row of every table, the background queue's too. */
async function dump({ product }: TestApp): Promise<string> {
  const { pool } = product.deps;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => pool.query(`select row_to_json(t)::text as row from ${name} t`)),
  );
  return rows.flatMap((result) => result.rows.map(({ row }: { row: string }) => row)).join('\n');
}

/** Where of `haystack` a secret is, by its name, written plainly or in base64 or hex. */
function found(secrets: Readonly<Record<string, string>>, haystack: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const bytes = Buffer.from(secret);
    const forms = [
      secret,
      encodeURIComponent(secret),
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
    ];
    return forms.some((form) => haystack.includes(form)) ? [name] : [];
  });
}

test('no password, code, ticket, session or token is in the database or in the log', async () => {
  await using web = await startTestApp({ settings: { ROLE: 'web' } });
  const { process, app } = await talkative(web);
  await using _ = process;
  const plant = (): string => `Pl4nted-${randomBytes(9).toString('hex')}`;
  const secrets: Record<string, string> = {
    adminToken,
    adminGuess: plant(),
    first: plant(),
    wrong: plant(),
    newer: plant(),
  };

  const ann = visitor(app);
  const { fields, body } = await ann.signUp({ password: secrets['first'] ?? '' });
  const { email, phoneNumber } = fields;
  secrets['ticket'] = body.confirmationTicket;
  secrets['proof'] = ann.cookies.get('proof') ?? '';
  const confirmationCode = await codeOn(app, phoneNumber);
  const confirm = (code: string, password?: string) =>
    ann.call('POST', '/api/confirm-registration', { email, confirmationCode: code, password });
  await confirm(wrongCode(confirmationCode), secrets['wrong']);
  const confirmed = await confirm(confirmationCode, secrets['ticket']);
  expect(confirmed.status).toBe(200);
  secrets['authToken'] = confirmed.body.authTokens.accessToken;
  secrets['session'] = ann.cookies.get('session') ?? '';
  await visitor(app).call('POST', '/api/login', { email, password: secrets['wrong'] });
  await visitor(app).call('POST', `/api/login?password=${secrets['wrong']}`, '{');
  await ann.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(app, email);
  const reset = { email, verificationCode, newPassword: secrets['newer'] };
  expect((await ann.call('POST', '/api/reset-password', reset)).status).toBe(200);
  expect((await ann.call('POST', '/api/login', { email, password: secrets['newer'] })).status).toBe(200);
  secrets['secondSession'] = ann.cookies.get('session') ?? '';

  const call = operator(app);
  const ours = await namedOperator(web);
  secrets['operatorPassword'] = ours.password;
  secrets['operatorSecret'] = ours.issued.totpSecret.reveal();
  secrets['operatorSecretBytes'] = TotpSecret.fromBase32(secrets['operatorSecret']).hex.toLowerCase();
  const operatorCode = codeOfApp(ours.issued);
  for (const password of [secrets['wrong'], ours.password]) {
    const body = { name: ours.name, password, code: operatorCode };
    const signedIn = await call('POST', '/api/admin/sign-in', { token: null, body });
    expect(signedIn.status).toBe(password === ours.password ? 200 : 403);
    if (signedIn.status === 200) secrets['operatorSession'] = signedIn.body.session;
  }
  for (const token of [adminToken, secrets['adminGuess'] ?? '']) {
    await call('GET', `/api/admin/auth-check?token=${token}`, { token: null });
    await call('GET', `/api/admin/monitoring?token=${token}`, { token });
  }
  await call('POST', '/api/admin/monitoring/toggle', {
    token: adminToken,
    body: { feature: 'logging', enabled: true },
  });
  expect(Object.values(secrets).filter((secret) => secret.length < 20)).toEqual([]);

  const rows = await dump(web);
  expect(rows).toContain(email);
  expect(found(secrets, rows)).toEqual([]);
  const log = process.output();
  expect(log).toContain('"event":"request"');
  expect(log).toContain('admin_refused');
  expect(found({ ...secrets, email, phoneNumber }, log)).toEqual([]);
  // Six digits are easily found by chance in a longer number.
  for (const code of [confirmationCode, verificationCode, operatorCode]) {
    const alone = new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`);
    expect(rows).not.toMatch(alone);
    expect(log).not.toMatch(alone);
  }
});
