import { expect, test } from 'vitest';

import { operator } from '#server/testing/operator.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { tracesOf } from '#server/testing/traces.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

const forget = (app: TestApp, phoneNumber: string) =>
  operator(app)('POST', '/api/admin/forget-number', { body: { phoneNumber } });

test('a number that never had an account is forgotten except for its opt-out, and one that an account has is not', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', CARRIER_REDACTION: 'off' } });
  const [stranger, leaver] = [app.phone(), app.phone()];
  for (const phone of [stranger, leaver]) await app.text(phone, 'What is this?');
  await app.text(leaver, 'STOP');
  await app.untilTextsDone();
  expect(await tracesOf(app, leaver)).toContain('public.opt_outs');
  const kept = await tracesOf(app, stranger);
  expect(kept).toContain('public.unsubscribed_senders');
  expect(kept).toContain('public.inbound_texts');

  const both = await Promise.all([forget(app, stranger), forget(app, leaver.slice(2))]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await until('nothing to be left', async () => {
    const left = [...(await tracesOf(app, stranger)), ...(await tracesOf(app, leaver))];
    return left.length === 0;
  });
  expect((await forget(app, stranger)).status).toBe(200);
  // STOP is still obeyed: no code and no promo.
  expect((await visitor(app).signUp({ phoneNumber: leaver })).body.message).toContain('START');
  const before = await app.replies(leaver);
  // The carrier's times are in whole seconds: a text in the same second may be older.
  await app.product.deps.pool.query(`update departed_numbers set departed_at = departed_at - interval '3 seconds'`);
  await app.text(leaver, 'Are you there?');
  await app.untilTextsDone();
  expect(await app.replies(leaver)).toEqual(before);

  const ann = await visitor(app).join();
  const held = await forget(app, ann.phoneNumber);
  expect(held).toMatchObject({ status: 409, body: { message: expect.stringContaining('Release Phone Number') } });
  expect((await forget(app, 'four')).status).toBe(400);
  const { rows: audit } = await app.product.deps.pool.query<{ outcome: string }>(
    `select outcome, subject from admin_audit where action = 'forget_number' order by outcome`,
  );
  expect(audit.map(({ outcome }) => outcome)).toEqual(['bad_request', 'conflict', 'done', 'done', 'done']);
  expect(JSON.stringify(audit)).not.toContain(stranger.slice(2, 8));
});
