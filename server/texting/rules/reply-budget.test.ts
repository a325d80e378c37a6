import fc from 'fast-check';
import { expect, test } from 'vitest';

import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { type FixedReply, replies } from './replies.ts';
import { whyWithheld } from './reply-budget.ts';

const rules = { fairUse: { per5Minutes: 15, perHour: 60, perDay: 300 }, unpaidRepliesPerHour: 200 };
const ownReplies = { settings: { TWILIO_OPT_OUT_REPLIES: 'app' }, sandbox: { TWILIO_OPT_OUT_REPLIES: 'app' } };

test('no number of replies withholds an answer or a crisis reply', () => {
  const counts = fc.record({
    mayAsk: fc.boolean(),
    replied: fc.record({ lastHour: fc.nat(9999), lastDay: fc.nat(9999) }),
    unpaidLastHour: fc.nat(9999),
  });
  fc.assert(
    fc.property(counts, fc.constantFrom('answer', 'crisis'), (sender, reply) => {
      expect(whyWithheld(reply, sender, rules)).toBeNull();
    }),
  );
});

test('replies to people without a plan take none from a subscriber', () => {
  const spent = { replied: { lastHour: 0, lastDay: 0 }, unpaidLastHour: 200 };
  expect(whyWithheld('help', { mayAsk: false, ...spent }, rules)).toBe('unpaid');
  expect(whyWithheld('help', { mayAsk: true, ...spent }, rules)).toBeNull();
});

test('a subscriber who asks as much as fair use allows still gets HELP', () => {
  const sender = { mayAsk: true, replied: { lastHour: 79, lastDay: 359 }, unpaidLastHour: 0 };
  expect(whyWithheld('help', sender, rules)).toBeNull();
  expect(whyWithheld('help', { ...sender, replied: { lastHour: 80, lastDay: 80 } }, rules)).toBe('phone');
});

test('the replies of a day have a budget too, with a plan and without one', () => {
  const withheld = (mayAsk: boolean, lastDay: number) =>
    whyWithheld('help', { mayAsk, replied: { lastHour: 0, lastDay }, unpaidLastHour: 0 }, rules);
  expect([withheld(true, 359), withheld(true, 360)]).toEqual([null, 'phone']);
  expect([withheld(false, 14), withheld(false, 15)]).toEqual([null, 'phone']);
});

/** Texts, as a script would, and lets a quarter of an hour pass after each. @returns how many replies there are */
async function script(app: TestApp, phone: string, bodies: readonly string[]): Promise<string[]> {
  for (const body of bodies) {
    await app.text(phone, body);
    await app.untilTextsDone();
    await app.product.deps.pool.query(`update notices set sent_at = sent_at - interval '15 minutes'`);
  }
  return app.replies(phone);
}

test('a phone without an account gets six replies an hour, whatever it sends, and every STOP is obeyed', async () => {
  await using app = await startTestApp(ownReplies);
  const phone = app.phone();
  const bodies = Array.from({ length: 6 }, () => ['HELP', 'info', 'STOP', 'JOIN']).flat();
  expect(await script(app, phone, [...bodies, 'STOP'])).toHaveLength(6);
  const { rows } = await app.product.deps.pool.query('select opted_out from opt_outs where phone_key = $1', [phone]);
  expect(rows).toEqual([{ opted_out: true }]);
});

test.each<[string, FixedReply]>([
  ['HELP', 'help'],
  ['STOP', 'stop'],
  ['i want to kill myself', 'crisis'],
])('%s again and again within two minutes gets one reply', async (body, kind) => {
  await using app = await startTestApp(ownReplies);
  const phone = app.phone();
  for (let n = 0; n < 4; n += 1) {
    await app.text(phone, body);
    if (body === 'STOP') await app.text(phone, 'START');
  }
  await app.untilTextsDone();
  expect((await app.replies(phone)).filter((reply) => reply === replies[kind].en)).toHaveLength(1);
});

test('when unknown senders have used up the budget of an hour, they get silence, a person in danger does not, and the operator is alerted once', async () => {
  await using app = await startTestApp({
    ...ownReplies,
    settings: { ...ownReplies.settings, UNPAID_REPLIES_PER_HOUR: '3' },
  });
  const phones = Array.from({ length: 5 }, () => app.phone());
  for (const phone of phones) {
    await app.text(phone, 'HELP');
    await app.untilTextsDone();
  }
  const heard = await Promise.all(phones.map((phone) => app.replies(phone)));
  expect(heard.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0]);
  await app.text(phones[4] ?? '', 'i want to die');
  expect(await app.finalReplies(phones[4] ?? '', 1)).toEqual([replies.crisis.en]);
  const subscriber = app.phone();
  await app.subscriber(subscriber);
  await app.text(subscriber, 'HELP');
  expect(await app.finalReplies(subscriber, 1)).toEqual([replies.help.en]);

  expect(await app.product.deps.signalWatch.check()).toContain('unpaid_replies_spent');
});
