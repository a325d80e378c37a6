import { expect, test } from 'vitest';

import { backoffSeconds } from '#server/db/due-rows.ts';
import { runDeletion, runUntilGone } from '#server/testing/run-deletion.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { tracesOf } from '#server/testing/traces.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, testPassword, type Visitor, visitor } from '#server/testing/visitor.ts';

import { pendingWaitSeconds } from './delete-accounts.job.ts';

// These run concurrently: each has its own product, and some wait.

const settings = { TRUST_PROXY: '127.0.0.1', CARRIER_REDACTION: 'off' };

/** Chooses a plan, pays on the hosted page and waits until texts are answered. @returns the customer at Stripe */
async function subscribe(app: TestApp, browser: Visitor, userId: string): Promise<string> {
  const { body } = await browser.call('POST', '/api/create-subscription', { plan: 'monthly' });
  await app.sandbox('POST', '/sandbox/stripe/pay', { session: body.sessionId });
  const { db } = app.product.deps;
  await until('the plan to run', () =>
    db.selectFrom('subscriptions').select('id').where('user_id', '=', userId).executeTakeFirst(),
  );
  const user = await db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.stripe_customer_id!;
}

async function stripe(app: TestApp, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.sandboxUrl}/v1${path}`, { headers: { authorization: 'Bearer sk_test_sandbox' } });
  return (await response.json()) as Record<string, unknown>;
}

const deletionOf = (app: TestApp, userId: string) =>
  app.product.deps.db.selectFrom('deletions').selectAll().where('user_id', '=', userId).executeTakeFirst();

async function untilGone(app: TestApp, userId: string) {
  return until('the deletion to be finished', async () => {
    const deletion = await deletionOf(app, userId);
    return deletion?.finished_at instanceof Date && deletion;
  });
}

/**
 * Waits until a step has postponed the deletion: until then the row is leased for minutes, and the run would overwrite
 * a test's value.
 */
async function untilPostponed(app: TestApp, userId: string): Promise<void> {
  await until('the deletion to be postponed', async () => {
    const waitsMs = (await deletionOf(app, userId))!.due_at.getTime() - Date.now();
    return waitsMs > 0 && waitsMs <= 1000 * backoffSeconds(2);
  });
}

async function untilGoodbye(app: TestApp, email: string): Promise<void> {
  await until('the goodbye email', async () => {
    const mails = await app.mails(email);
    return mails.some(({ subject }) => subject === 'Your Askline account is deleted');
  });
}

test.concurrent('deleting an account that paid, asked and opted out leaves nothing of the person but the hashed opt-out', async () => {
  await using app = await startTestApp({ settings });
  const ann = visitor(app);
  const account = await ann.join({ name: 'Zebulon Quagga' });
  const customer = await subscribe(app, ann, account.userId);
  await app.text(account.phoneNumber, 'YES');
  await app.text(account.phoneNumber, 'what is 2 plus 2');
  await app.untilTextsDone();
  await app.text(account.phoneNumber, 'STOP');
  await app.untilTextsDone();
  const counted = async () =>
    (await app.product.deps.pool.query(`select sum(value) as sum from counter_values where name like 'texts.%'`)).rows;
  const before = await counted();

  const deleted = await ann.call('DELETE', '/api/user/account');
  expect([deleted.status, deleted.body]).toEqual([200, { message: 'Your account is being deleted.' }]);
  expect(ann.cookies.has('session') || ann.cookies.has('authenticated')).toBe(false);
  const login = await ann.call('POST', '/api/login', { email: account.email, password: testPassword });
  expect(login.status).toBe(401);

  const tombstone = await untilGone(app, account.userId);
  expect(tombstone).toMatchObject({
    steps_done: ['billing', 'identity', 'texts'],
    numbers: [],
    name: null,
    email: null,
    external_identity_id: null,
  });
  expect(await stripe(app, `/customers/${customer}`)).toMatchObject({ deleted: true });
  await untilGoodbye(app, account.email);
  expect(await counted()).toEqual(before);

  await until('the email to be deleted', async () => (await tracesOf(app, account.email)).length === 0);
  for (const trace of ['Zebulon', account.phoneNumber.slice(2)]) expect(await tracesOf(app, trace)).toEqual([]);
  const { rows } = await app.product.deps.pool.query(`select phone_key, opted_out, source from opt_outs`);
  expect(rows).toEqual([
    { phone_key: app.product.deps.phoneHash(account.phoneNumber), opted_out: true, source: 'account' },
  ]);

  // The opt-out still applies, and START still revokes it.
  const again = await visitor(app).signUp({ phoneNumber: account.phoneNumber });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('text START')]);
  await app.text(account.phoneNumber, 'START');
  expect((await visitor(app).signUp({ phoneNumber: account.phoneNumber, email: account.email })).status).toBe(200);
});

test.concurrent('no number of a deleted account is left in plaintext, however often its phone changed, also one that had texted before it signed up and was verified', async () => {
  await using app = await startTestApp({ settings });
  const { pool, phoneHash } = app.product.deps;
  const [ann, first, others] = [visitor(app), app.phone(), [app.phone(), app.phone()]];
  await app.text(first, 'what is this');
  expect(await app.finalReplies(first, 1)).toEqual([expect.stringContaining('no active plan')]);
  const { userId } = await ann.join({ phoneNumber: first });
  for (const phoneNumber of others) {
    await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
    await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: await codeOn(app, phoneNumber) });
  }
  // A day later.
  await pool.query('delete from phone_changes');
  expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
  await untilGone(app, userId);
  for (const number of [first, ...others]) expect(await tracesOf(app, number)).toEqual([]);
  const { rows } = await pool.query<{ phone_key: string }>('select phone_key from consents order by id');
  expect(rows.map(({ phone_key }) => phone_key)).toEqual([first, first, ...others].map(phoneHash));
});

test.concurrent.for(['agreed to be texted at', 'claimed'])(
  'a deletion leaves alone the texts of a number that another account texts from, after it had %s that number',
  async (tie) => {
    await using app = await startTestApp({ settings });
    const [ann, ben] = [visitor(app), visitor(app)];
    const annes = await ann.join();
    await app.text(annes.phoneNumber, 'what is 2 plus 2');
    await app.untilTextsDone();
    const { pool } = app.product.deps;
    await pool.query(`update inbound_texts set accepted = true, reply = 'answer'`);
    const bens = await ben.join();
    await pool.query('delete from phone_numbers where user_id = $1', [annes.userId]);
    await pool.query('update consents set phone_key = $1 where user_id = $2', [annes.phoneNumber, bens.userId]);
    if (tie === 'claimed') {
      await pool.query(`insert into phone_numbers (user_id, number, claimed_until) values ($1, $2, now())`, [
        bens.userId,
        annes.phoneNumber,
      ]);
    }
    expect((await ben.call('DELETE', '/api/user/account')).status).toBe(200);
    await untilGone(app, bens.userId);
    const { rows } = await pool.query(
      `select 1 from inbound_texts join outbound_texts o on inbound_sid = sid where user_id = $1`,
      [annes.userId],
    );
    expect(rows).toHaveLength(1);
    expect((await pool.query('select 1 from consents where phone_key = $1', [annes.phoneNumber])).rows).toHaveLength(2);
  },
);

test.concurrent('a payment provider that is down delays the end of a deletion but not the closing, and no step runs twice', async () => {
  await using app = await startTestApp({ settings });
  const ann = visitor(app);
  const account = await ann.join();
  const customer = await subscribe(app, ann, account.userId);
  await app.sandbox('PUT', '/sandbox/faults', { stripe: { status: 503 } });
  expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
  await until('a first try', async () => ((await deletionOf(app, account.userId))?.tries ?? 0) > 0);
  await untilPostponed(app, account.userId);
  expect(await deletionOf(app, account.userId)).toMatchObject({ finished_at: null, steps_done: [] });

  // The phone is already released: its next text is a stranger's.
  await app.product.deps.pool.query(`update departed_numbers set departed_at = departed_at - interval '1 minute'`);
  await app.text(account.phoneNumber, 'what is 2 plus 2');
  expect((await app.finalReplies(account.phoneNumber, 2)).at(-1)).toContain('This number has no active plan');

  await app.sandbox('DELETE', '/sandbox/faults');
  await runUntilGone(app, account.userId);
  expect(await stripe(app, `/customers/${customer}`)).toMatchObject({ deleted: true });
  await untilGoodbye(app, account.email);
});

test.concurrent("the phone's next owner keeps texts and account while the deletion of the previous owner is in progress", async () => {
  await using app = await startTestApp({ settings });
  const ann = visitor(app);
  const account = await ann.join();
  await app.sandbox('PUT', '/sandbox/faults', { stripe: { status: 503 } });
  await app.product.deps.pool.query(`update users set stripe_customer_id = 'cus_gone' where id = $1`, [account.userId]);
  await ann.call('DELETE', '/api/user/account');
  const { pool } = app.product.deps;
  await pool.query(`delete from rate_limits`);
  const bob = visitor(app);
  const next = await bob.signUp({ phoneNumber: account.phoneNumber });
  await bob.call('POST', '/api/confirm-registration', {
    email: next.fields.email,
    confirmationCode: await codeOn(app, account.phoneNumber, 2),
    password: next.body.confirmationTicket,
  });
  const sid = await app.text(account.phoneNumber, 'HELP');
  await app.untilTextsDone();
  await app.sandbox('DELETE', '/sandbox/faults');
  await runUntilGone(app, account.userId);
  const { rows } = await pool.query('select sid from inbound_texts where sender = $1', [account.phoneNumber]);
  expect(rows).toEqual([{ sid }]);
  expect((await bob.call('GET', '/api/user')).body.phoneNumber).toBe(account.phoneNumber);
});

test.concurrent('a deletion waits for texts whose copies are still at the carrier', async () => {
  await using app = await startTestApp({ settings: { ...settings, CARRIER_REDACTION: 'on' } });
  const ann = visitor(app);
  const account = await ann.join();
  await app.text(account.phoneNumber, 'HELP');
  await app.untilTextsDone();
  await app.sandbox('PUT', '/sandbox/twilio/settings', { settleMs: 600_000 });
  await ann.call('DELETE', '/api/user/account');
  await until('the other steps', async () => (await deletionOf(app, account.userId))?.steps_done.length === 2);
  await untilPostponed(app, account.userId);
  const { pool } = app.product.deps;
  await until('the deletion to be finished', async () => {
    // Each time, because a late delivery report makes a copy due.
    await pool.query('update inbound_texts set redact_at = null');
    await pool.query('update outbound_texts set redact_at = null');
    await runDeletion(app);
    return (await deletionOf(app, account.userId))?.finished_at instanceof Date;
  });
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
});

test.concurrent('of two concurrent requests one deletes the account, and a second browser is logged out', async () => {
  await using app = await startTestApp({ settings });
  const [ann, other] = [visitor(app), visitor(app)];
  const account = await ann.join();
  await other.call('POST', '/api/login', { email: account.email, password: testPassword });
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => ann.call('DELETE', '/api/user/account')),
    other.call('DELETE', '/api/user/account'),
  ]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
  await untilGone(app, account.userId);
  expect((await other.call('GET', '/api/user')).status).toBe(401);
  const { rows } = await app.product.deps.pool.query(`select 1 from mails where kind = 'goodbye'`);
  expect(rows).toHaveLength(1);
});

test.concurrent('a deletion without obstacles finishes in seconds, including the copies at the carrier', async () => {
  await using app = await startTestApp({ settings: { ...settings, CARRIER_REDACTION: 'on' } });
  const ann = visitor(app);
  const account = await ann.join();
  await app.text(account.phoneNumber, 'HELP');
  await app.untilTextsDone();
  await ann.call('DELETE', '/api/user/account');
  await untilGone(app, account.userId);
  type Ledger = { readonly messages: readonly { to: string; from: string; redactedAt: string | null }[] };
  const { messages } = await app.sandbox<Ledger>('GET', '/sandbox/twilio/ledger');
  const theirs = messages.filter(({ to, from }) => [to, from].includes(account.phoneNumber));
  expect(theirs.length).toBeGreaterThan(1);
  expect(theirs.every(({ redactedAt }) => redactedAt !== null)).toBe(true);
});

test('a deletion that waits is checked again after a third of its age', () => {
  expect([0, 10_000, 60_000, 600_000, 86_400_000].map(pendingWaitSeconds)).toEqual([5, 5, 20, 200, 600]);
});

test('waits double from half a minute to an hour', () => {
  expect([1, 2, 3, 8, 50].map((tries) => backoffSeconds(tries))).toEqual([30, 60, 120, 3600, 3600]);
});
