import { expect, test } from 'vitest';

import { ago, rules, stranger, subscriber } from '../testing/sender-states.ts';
import { decideReply, type SenderState } from './decide-reply.ts';

const stopOf = (sentAt: Date | null, sender: SenderState) =>
  decideReply({ kind: 'stop', language: null, carrierReply: null, sentAt, isFromMachine: false }, sender, rules);

const silently = { consent: 'withdrawn', isOptOut: false, reply: null, notice: null, mail: null, forgets: false };

test('a STOP that is older than a START is recorded, and nothing is said of it', () => {
  for (const sender of [subscriber, stranger]) {
    expect(stopOf(ago(3), { ...sender, consentChangedAt: ago(1) })).toMatchObject(silently);
  }
});

test('any other STOP is obeyed, also when it is found late', () => {
  const obeyed = { consent: 'withdrawn', isOptOut: true, reply: 'stop', mail: 'texts_stopped', forgets: true };
  for (const consentChangedAt of [null, ago(4), ago(3)]) {
    expect(stopOf(ago(3), { ...subscriber, consentChangedAt })).toMatchObject(obeyed);
  }
  expect(stopOf(null, { ...subscriber, consentChangedAt: ago(-1) })).toMatchObject(obeyed);
});
