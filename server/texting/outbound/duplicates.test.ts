import { randomBytes, randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { callAsCarrier } from '#server/testing/carrier-webhook.ts';
import { journaledQuestion, journaledSend } from '#server/testing/journals.ts';
import { replayPlace } from '#server/testing/replay-place.ts';
import { serviceNumbers, startTestApp } from '#server/testing/test-app.ts';

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

test('a delivery report that proves a second reply raises the alarm, once', async () => {
  await using app = await startTestApp();
  const { pool, signalWatch } = app.product.deps;
  const [phone, id] = [app.phone(), randomUUID()];
  await app.subscriber(phone);
  const asked = await app.text(phone, 'who sang five');
  await app.finalReplies(phone, 1);
  // Of an attempt that was taken for absent: its report comes after the next attempt was accepted.
  await pool.query(
    `insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at)
     select $1, sid, 'answer', service_number, sender, 2, 'absent', now() from inbound_texts where sid = $2`,
    [id, asked],
  );
  const firing = async (): Promise<string[]> => (await signalWatch.firing()).map(({ code }) => code);
  expect(await firing()).not.toContain('duplicate_detected');
  const report = { MessageSid: newSid(), AccountSid: `AC${'0'.repeat(32)}`, MessageStatus: 'delivered' };
  const path = `/webhooks/twilio/status?o=${id}`;
  await callAsCarrier(app, path, { ...report, From: serviceNumbers[0], To: phone });
  expect(await firing()).toContain('duplicate_detected');
});

test.each(['the result of a send', 'an outcome', 'a delivery report'])(
  'a replay in which %s proves a second reply raises the alarm, once',
  async (what) => {
    await using fixture = await replayPlace();
    const text = journaledQuestion();
    const first = journaledSend(text, { state: 'accepted', providerSid: newSid() });
    fixture.journal.write([text, first]);
    await fixture.replay();
    expect(fixture.signals).toEqual([]);
    const at = Date.now();
    const second = journaledSend(text, { state: 'accepted', providerSid: newSid(), attempt: 2 });
    const [key, sid] = [randomUUID(), newSid()];
    if (what === 'the result of a send') fixture.journal.write([second]);
    else {
      await fixture.pool.query(
        `insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at)
         select $1, sid, 'answer', service_number, sender, 2, 'absent', now() from inbound_texts`,
        [key],
      );
      const report = { id: key, sid, status: 'delivered', code: null } as const;
      if (what === 'a delivery report') fixture.journal.keepReport({ key, at, report });
      else {
        const body = { id: key, state: 'accepted', providerSid: sid, segments: 1, code: null } as const;
        fixture.journal.write([{ type: 'outbound.bound', id: `${key}:bound`, key, at, body }]);
      }
    }
    expect(await fixture.replay()).toBe(1);
    expect(fixture.signals).toEqual(['duplicate_detected']);
  },
);
