import { randomBytes, randomUUID } from 'node:crypto';

import { expect, test, vi } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';

/** The heartbeat is half a second; one model call outlasts any of these tests. */
const patient = {
  settings: { TEST_SPEED: '10', ANSWER_ATTEMPT_MS: '60000' },
  sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
};

/** A subscriber whose question waits for a model that does not answer. */
async function asking(app: TestApp): Promise<{ readonly phone: string; readonly sid: string }> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { hang: true } });
  const sid = await app.text(phone, 'who wrote moby dick');
  await until('it to be asked', () => app.product.texting.loop.workingOn === 1);
  expect(app.product.texting.plaintextCache.count).toBe(1);
  return { phone, sid };
}

async function untilNoPlaintext(app: Pick<TestApp, 'product'>): Promise<void> {
  await until('the plaintext to be dropped', () => app.product.texting.plaintextCache.count === 0);
}

test('the plaintext of a text is in memory before the text is in the database', async () => {
  await using app = await startTestApp({ sandbox: patient.sandbox });
  const { pool } = app.product.deps;
  const phone = app.phone();
  await app.subscriber(phone);
  const fetched = vi.spyOn(app.product.deps.carrier, 'fetch');
  const holder = await pool.connect();
  await holder.query('begin');
  // Reads succeed, writes wait: the reply is decided but cannot be committed.
  await holder.query('lock table inbound_texts in exclusive mode');
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const body = { to: serviceNumbers[0], body: 'who wrote moby dick' };
  const posted = app.sandbox('POST', path, body);
  await until('the plaintext to be there', () => app.product.texting.plaintextCache.count === 1);
  await holder.query('commit');
  holder.release();
  await posted;
  expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('moby dick')]);
  expect(fetched).not.toHaveBeenCalled();
  await untilNoPlaintext(app);
});

test('after a STOP the plaintext is dropped immediately, and the answer is not awaited', async () => {
  await using app = await startTestApp(patient);
  const { phone, sid } = await asking(app);
  await app.text(phone, 'stop please');
  await untilNoPlaintext(app);
  expect(await app.finalReplies(phone, 1)).toEqual([replies.stop.en]);
  const { rows } = await app.product.deps.pool.query('select outcome from inbound_texts where sid = $1', [sid]);
  expect(rows).toEqual([{ outcome: 'suppressed' }]);
});

test('a STOP that another process received drops the plaintext here too', async () => {
  await using app = await startTestApp(patient);
  const { phone, sid } = await asking(app);
  await app.product.deps.pool.query(
    `insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, true, now(), 'text')`,
    [phone],
  );
  await untilNoPlaintext(app);
  await app.untilTextsDone();
  const { rows } = await app.product.deps.pool.query('select outcome from inbound_texts where sid = $1', [sid]);
  expect(rows).toEqual([{ outcome: 'suppressed' }]);
});

test('the plaintext of a text that another process took over, or that is done, is dropped', async () => {
  await using app = await startTestApp(patient);
  const { sid, phone } = await asking(app);
  const { pool } = app.product.deps;
  await pool.query(
    `update inbound_texts set lease_owner = $2, fence = fence + 1, lease_until = now() + interval '1 hour' where sid = $1`,
    [sid, randomUUID()],
  );
  await untilNoPlaintext(app);
  app.product.texting.plaintextCache.keepQuestion(sid, new Secret('who wrote moby dick'));
  await pool.query(
    `update inbound_texts set state = 'done', outcome = 'replied', closed_at = now(), lease_owner = null where sid = $1`,
    [sid],
  );
  await untilNoPlaintext(app);
  expect(await app.replies(phone)).toEqual([]);
});

test('a process that only serves the web keeps no plaintext', async () => {
  await using app = await startTestApp(patient);
  await using web = await app.another({ ROLE: 'web' });
  const phone = app.phone();
  await app.subscriber(phone);
  const kept = vi.spyOn(web.product.texting.plaintextCache, 'drop');
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const decision = await web.product.texting.receiveText({
    sid,
    from: phone,
    to: serviceNumbers[0],
    body: new Secret('who wrote moby dick'),
    mediaTypes: [],
    carrierKeyword: null,
    sentAt: null,
  });
  expect([decision?.reply, kept.mock.calls, web.product.texting.plaintextCache.count]).toEqual(['answer', [[sid]], 0]);
});
