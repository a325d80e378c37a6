import { expect } from 'vitest';

import { DataExport } from '#contract/data-export.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { visitor } from '#server/testing/visitor.ts';

/** For how long the texts of a phone are remembered, in seconds, and whether the removal of their copies is due. */
async function remembered(app: TestApp, phone: string) {
  const { rows } = await app.product.deps.pool.query<{ memory: number; isDue: boolean }>(
    `select memory_seconds as memory, redact_at is null or redact_at <= now() or redact_tries > 0 as "isDue"
       from inbound_texts where sender = $1 order by received_at`,
    [phone],
  );
  return rows;
}

test('memory is on until the account turns it off: then nothing is recalled, and copies are due immediately', async ({
  app,
}) => {
  const ann = visitor(app);
  const { userId, phoneNumber: phone } = await ann.join();
  await app.product.deps.pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_memory', $1, 'monthly', 'active', now() + interval '1 day', now())`,
    [userId],
  );
  expect((await visitor(app).call('GET', '/api/user/memory')).status).toBe(401);
  expect((await visitor(app).call('POST', '/api/user/memory', { isOn: false })).status).toBe(401);
  expect((await ann.call('GET', '/api/user/memory')).body).toEqual({ isOn: true });
  const before = (await app.replies(phone)).length;
  await app.text(phone, 'capital of france');
  await app.finalReplies(phone, before + 1);
  expect((await remembered(app, phone)).at(-1)).toEqual({ memory: 600, isDue: false });

  expect((await ann.call('POST', '/api/user/memory', { isOn: 'no' })).status).toBe(400);
  expect((await ann.call('POST', '/api/user/memory', { isOn: false })).body).toEqual({ isOn: false });
  expect((await remembered(app, phone)).at(-1)).toEqual({ memory: 0, isDue: true });
  await app.text(phone, 'and germany?');
  const answers = await app.finalReplies(phone, before + 2);
  expect(answers.at(-1)).toContain('PERPLEXITY_API_KEY');
  expect((await remembered(app, phone)).at(-1)).toEqual({ memory: 0, isDue: false });
  const data = DataExport.parse((await ann.call('GET', '/api/user/export')).body);
  expect(data.account).toMatchObject({ has_memory: false });

  expect((await ann.call('POST', '/api/user/memory', { isOn: true })).body).toEqual({ isOn: true });
  await app.text(phone, 'capital of italy');
  await app.finalReplies(phone, before + 3);
  expect((await remembered(app, phone)).at(-1)).toEqual({ memory: 600, isDue: false });
});
