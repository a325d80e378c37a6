import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { journaledQuestion as question, journaledSend as sendFor } from '#server/testing/journals.ts';
import { replayHash, replayPlace } from '#server/testing/replay-place.ts';

import { receivedOperation } from '../journal/journaled-text.ts';
import type { Operation } from '../journal/operations.ts';

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

test('of a text from before its sender deleted the account nothing is written down but a STOP, by its hash', async () => {
  await using fixture = await replayPlace();
  const { body } = question() as Extract<Operation, { type: 'inbound.insert' }>;
  const left = { ...body, userId: null, phoneId: null };
  const stop = { kind: 'stop', reply: null, isAccepted: false, consent: 'withdrawn', isOptOut: true } as const;
  const [asked, answerSid] = [receivedOperation(left), newSid()];
  const stopped = receivedOperation({ ...left, ...stop, sid: newSid() });
  fixture.journal.write([asked, sendFor(asked, { state: 'accepted', providerSid: answerSid }), stopped]);
  await fixture.pool.query(`insert into departed_numbers values ($1, now() + interval '1 second')`, [replayHash]);
  await fixture.replay();
  expect(fixture.journal.figures()).toMatchObject({ queueSize: 0, deadLetters: 0 });
  expect((await fixture.pool.query('select 1 from inbound_texts union all select 1 from outbound_texts')).rows).toEqual(
    [],
  );
  const optOuts = await fixture.pool.query('select phone_key, opted_out, source from opt_outs');
  expect(optOuts.rows).toEqual([{ phone_key: replayHash, opted_out: true, source: 'account' }]);
  // Nothing else would have their words removed at the carrier.
  expect(fixture.dropped.toSorted()).toEqual([asked.key, stopped.key, answerSid].toSorted());
});

test('a text from after its sender came back is received, although the number had left before', async () => {
  await using fixture = await replayPlace();
  fixture.journal.write([question()]);
  await fixture.pool.query(`insert into departed_numbers values ($1, now() - interval '1 minute')`, [replayHash]);
  await fixture.replay();
  expect((await fixture.pool.query('select 1 from inbound_texts')).rows).toHaveLength(1);
  expect(fixture.dropped).toEqual([]);
});
