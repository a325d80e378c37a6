import { setTimeout as wait } from 'node:timers/promises';

import { addPayer, type Payer } from './payer.ts';
import type { TestApp } from './test-app.ts';
import { until } from './until.ts';
import { codeOn, codesOn, mailedCode, randomAddress, type SignupFields, visitor, wrongCode } from './visitor.ts';

/** One race: many concurrent calls of the same kind. Throws unless exactly one wins and every count is right. */
export type Race = (app: TestApp, atOnce: number) => Promise<void>;

/**
 * The races of accounts (docs/reference/security.md#t25): a short form runs in the tests, the long one in
 * bench/account-races.bench.ts.
 */
export const accountRaces: Readonly<Record<string, Race>> = {
  async 'two sign-ups with one phone'(app, atOnce) {
    const phoneNumber = app.phone();
    const answers = await race(atOnce, () => visitor(app).signUp({ phoneNumber }));
    expectCounts('sign-ups', statuses(answers), { 200: 1, 409: atOnce - 1 });
    const { rows } = await app.product.deps.pool.query('select 1 from phone_numbers where number = $1', [phoneNumber]);
    expectEqual('rows of the phone', rows.length, 1);
    expectEqual('codes on the phone', (await codesOn(app, phoneNumber)).length, 1);
  },

  async 'two sign-ups with one address'(app, atOnce) {
    const email = `${app.phone().slice(2)}@askline.example`;
    const answers = await race(atOnce, () => visitor(app).signUp({ email }));
    expectCounts('sign-ups', statuses(answers), { 200: 1, 409: atOnce - 1 });
  },

  async 'one code used twice'(app, atOnce) {
    const { fields, ticket } = await signedUp(app);
    const confirmationCode = await codeOn(app, fields.phoneNumber);
    const body = { email: fields.email, confirmationCode, password: ticket };
    const answers = await race(atOnce, () => visitor(app).call('POST', '/api/confirm-registration', body));
    expectEqual('confirmations', statuses(answers).filter((status) => status === 200).length, 1);
    const { rows } = await app.product.deps.pool.query(
      'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1',
      [fields.email],
    );
    expectEqual('sessions', rows.length, 1);
  },

  async 'many wrong codes'(app, atOnce) {
    const { fields, ticket } = await signedUp(app);
    const code = await codeOn(app, fields.phoneNumber);
    const body = { email: fields.email, confirmationCode: wrongCode(code), password: ticket };
    const answers = await race(atOnce, () => visitor(app).call('POST', '/api/confirm-registration', body));
    expectEqual('confirmations', statuses(answers).filter((status) => status === 200).length, 0);
    const { rows } = await app.product.deps.pool.query<{ tries: number }>(
      'select tries from verification_codes c join users u on u.id = c.user_id where u.email = $1',
      [fields.email],
    );
    expectEqual('codes compared', rows[0]?.tries ?? 0, Math.min(atOnce, 5));
    const late = await visitor(app).call('POST', '/api/confirm-registration', { ...body, confirmationCode: code });
    expectEqual('the right code after five wrong ones', late.status === 200, false);
  },

  async 'logins at the edge of their limit'(app, atOnce) {
    const email = `${app.phone().slice(2)}@askline.example`;
    const body = { email, password: 'Wrong123!' };
    const address = randomAddress();
    const answers = await race(atOnce, () => visitor(app, address).call('POST', '/api/login', body));
    expectCounts('logins', statuses(answers), { 401: 5, 429: atOnce - 5 });
  },

  async 'codes to one phone'(app, atOnce) {
    const browser = visitor(app);
    const { fields } = await browser.signUp();
    const phoneNumber = app.phone();
    const body = { email: fields.email, phoneNumber };
    const answers = await race(atOnce, () => browser.call('POST', '/api/resend-confirmation', body));
    expectCounts('codes', statuses(answers), { 200: 1, 429: atOnce - 1 });
    expectEqual('codes on the phone', (await codesOn(app, phoneNumber)).length, 1);
  },

  async 'several accounts change to one phone'(app) {
    const browsers = await together(4, async () => {
      const browser = visitor(app);
      await browser.join();
      return browser;
    });
    const phoneNumber = app.phone();
    const answers = await Promise.all(
      browsers.map((browser) => browser.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber })),
    );
    expectEqual('changes', statuses(answers).filter((status) => status === 200).length, 1);
    expectEqual('codes on the phone', (await codesOn(app, phoneNumber)).length, 1);
  },

  async 'two checkouts'(app, atOnce) {
    const payer = await addPayer(app);
    const answers = await race(atOnce, () => payer.call('POST', '/api/create-subscription', { plan: 'annual' }));
    // The limit is ten per hour (docs/reference/security.md#limits).
    const through = Math.min(atOnce, 10);
    expectCounts('checkouts', statuses(answers), { 200: through, 429: atOnce - through });
    const pages = answers.flatMap(({ status, body }) => (status === 200 ? [body['sessionId']] : []));
    expectEqual('pages to pay on', new Set(pages).size, 1);
    expectEqual('pages at the provider', await pagesOf(app, payer), 1);
  },

  async 'one password code used twice'(app, atOnce) {
    const { email } = await visitor(app).join();
    await visitor(app).call('POST', '/api/forgot-password', { email });
    const verificationCode = await mailedCode(app, email);
    const answers = await race(atOnce, (n) =>
      visitor(app).call('POST', '/api/reset-password', { email, verificationCode, newPassword: `Another${n}!` }),
    );
    expectEqual('resets', statuses(answers).filter((status) => status === 200).length, 1);
    const newPassword = `Another${statuses(answers).indexOf(200)}!`;
    const login = await visitor(app).call('POST', '/api/login', { email, password: newPassword });
    expectEqual('login with the winner’s password', login.status, 200);
  },

  async 'logins that checked the password before it was reset'(app) {
    const joined = await visitor(app).join();
    const unconfirmed = await signedUp(app);
    for (const { email, password } of [joined, unconfirmed.fields]) {
      await visitor(app).call('POST', '/api/forgot-password', { email });
      const verificationCode = await mailedCode(app, email);
      await using gate = await closeLoginGate(app);
      const logins = together(3, () => visitor(app).call('POST', '/api/login', { email, password }));
      await gate.whenWaiting(3);
      const body = { email, verificationCode, newPassword: 'Another1!' };
      expectEqual('reset', (await visitor(app).call('POST', '/api/reset-password', body)).status, 200);
      await gate.open();
      expectCounts('logins', statuses(await logins), { 401: 3 });
      const { rows } = await app.product.deps.pool.query(
        `select user_id from sessions where user_id = (select id from users where email = $1)
         union all
         select user_id from one_time_tokens
          where purpose <> 'email' and user_id = (select id from users where email = $1)`,
        [email],
      );
      expectEqual('sessions and proofs', rows.length, 0);
    }
  },
};

/**
 * Holds logins between the check of a right password and the session, which is when they reset the earlier failures.
 */
async function closeLoginGate(app: TestApp) {
  const { pool } = app.product.deps;
  const key = 20261123;
  await pool.query(`
    create or replace function wait_at_login_gate() returns trigger language plpgsql as $$
    begin
      if old.key like 'login_email:%' then perform pg_advisory_xact_lock_shared(${key}); end if;
      return old;
    end $$;
    create or replace trigger login_gate before delete on rate_limits
      for each row execute function wait_at_login_gate()`);
  const keeper = await pool.connect();
  await keeper.query('select pg_advisory_lock($1)', [key]);
  const open = async () => {
    await keeper.query('select pg_advisory_unlock_all()');
  };
  return {
    open,
    async whenWaiting(count: number) {
      await until(`${count} logins to wait`, async () => {
        const { rows } = await pool.query(
          `select 1 from pg_locks
            where locktype = 'advisory' and objid = $1 and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          [key],
        );
        return rows.length === count;
      });
    },
    async [Symbol.asyncDispose]() {
      await open();
      keeper.release();
      await pool.query('drop trigger login_gate on rate_limits');
    },
  };
}

/** The number of pages that the provider has made for a payer: the open ones and the expired ones. */
async function pagesOf(app: TestApp, payer: Payer): Promise<number> {
  type Page = { readonly customer: string | null };
  const { sessions } = await app.sandbox<{ sessions: Page[] }>('GET', '/sandbox/stripe/overview');
  const { data } = await payer.stripe<{ data: { data: { object: Page } }[] }>(
    'GET',
    '/events?types[0]=checkout.session.expired&limit=100',
  );
  const customer = await payer.customer();
  const pages = [...sessions, ...data.map((event) => event.data.object)];
  return pages.filter((page) => page.customer === customer).length;
}

async function signedUp(app: TestApp): Promise<{ fields: SignupFields; ticket: string }> {
  const { body, fields } = await visitor(app).signUp();
  return { fields, ticket: body.confirmationTicket };
}

type Answered = { readonly status: number };

/**
 * Makes all calls concurrently. A busy machine sheds load (503); such a call is repeated, so that the counts are those of
 * the rules.
 */
function race<T extends Answered>(atOnce: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return together(atOnce, async (n) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await act(n);
      if (answer.status !== 503 || tries === 50) return answer;
      await wait(200);
    }
  });
}

function together<T>(atOnce: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: atOnce }, (_, n) => act(n)));
}

function statuses(answers: readonly Answered[]): number[] {
  return answers.map(({ status }) => status);
}

function expectCounts(what: string, found: readonly number[], expected: Record<number, number>): void {
  const counts = Object.fromEntries(
    [...new Set(found)].map((status) => [status, found.filter((other) => other === status).length]),
  );
  const wanted = Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0));
  expectEqual(what, JSON.stringify(counts), JSON.stringify(wanted));
}

function expectEqual<T>(what: string, found: T, expected: T): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`);
}
