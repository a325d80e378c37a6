import { expect, test } from 'vitest';

import { brand } from '#contract/brand.ts';

import { ago, phone, rules, stranger, subscriber, textOf } from '../testing/sender-states.ts';
import { decideReply, type SenderState } from './decide-reply.ts';
import { replies } from './replies.ts';

const decided = (kind: 'stop' | 'start' | 'yes', sentAt: Date | null, sender: SenderState) =>
  decideReply(textOf(kind, { sentAt }), sender, rules);
const stopOf = (sentAt: Date | null, sender: SenderState) => decided('stop', sentAt, sender);

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

test('START from a number that waits for its code does not say that there is no plan', () => {
  const unverified = { ...phone, isVerified: false };
  const lapsed = { ...phone, subscription: null };
  for (const known of [unverified, lapsed, null]) {
    const { reply } = decided('start', null, { ...subscriber, isOptedOut: true, phone: known });
    expect(reply).toBe('start_no_plan');
  }
  for (const body of Object.values(replies.start_no_plan)) {
    expect(body).not.toMatch(/no active plan|plan activo|Text a question|Mande su pregunta/);
    expect(body).toContain(brand.domain);
  }
});

const optedOut = { ...subscriber, isOptedOut: true, phone: { ...phone, awaitsYes: true } };

test('a START that is older than a STOP is recorded, and nothing is said or confirmed', () => {
  for (const kind of ['start', 'yes'] as const) {
    // At the same time, the STOP wins.
    for (const consentChangedAt of [ago(1), ago(3)]) {
      expect(decided(kind, ago(3), { ...optedOut, consentChangedAt })).toMatchObject({
        consent: 'given',
        confirmsOptIn: false,
        reply: null,
        notice: null,
      });
    }
  }
});

test('any other START counts, also when it is found late', () => {
  const counts = { consent: 'given', confirmsOptIn: true, reply: 'start', notice: 'start' };
  for (const consentChangedAt of [null, ago(4)]) {
    expect(decided('start', ago(3), { ...optedOut, consentChangedAt })).toMatchObject(counts);
  }
  expect(decided('start', null, { ...optedOut, consentChangedAt: ago(-1) })).toMatchObject(counts);
  expect(decided('start', ago(3), { ...optedOut, isOptedOut: false, consentChangedAt: ago(1) })).toMatchObject(counts);
});
