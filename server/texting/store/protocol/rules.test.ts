import { expect, test } from 'vitest';

import { intent, mustWait, openProactive, openSend, type SendFacts } from './open-send.ts';
import {
  concludeNotCreated,
  giveUpUnknownSend,
  noteDelivery,
  notSent,
  rejected,
  takeOver,
  unknown,
} from './outcomes.ts';
import type { Send, Text } from './states.ts';

const now = 1_800_000_000_000;
const minute = 60_000;

const text: Text = {
  sid: 'b',
  sender: 'phone',
  serviceNumber: 'number',
  reply: 'answer',
  language: 'en',
  isAccepted: true,
  receivedAt: now - 1000,
  answerBy: now + minute,
  notBefore: now - 1000,
  state: 'received',
  outcome: null,
  isCounted: false,
  attempts: 0,
  fence: 3,
  leaseOwner: 'me',
  leaseUntil: now + minute,
  closedAt: null,
  redactAt: null,
  memorySeconds: 0,
};
const holder = { fence: 3, owner: 'me' };
const sending = { id: 'send', purpose: 'answer', isLate: false, segments: 1, encoding: 'gsm7' } as const;
const facts: SendFacts = {
  now,
  isOptedOut: false,
  hasChangedHands: false,
  departedAt: null,
  lateApologyAt: null,
  openTexts: [],
  openSends: [],
  ownSends: [],
};
const send: Send = intent({ ...sending, sid: 'b', from: 'number', to: 'phone', attempt: 1 }, now);

const earlier = { sid: 'a', receivedAt: text.receivedAt, reply: 'help', state: 'received' } as const;
const crisis = { ...earlier, reply: 'crisis' } as const;

test.each<[string, Partial<SendFacts>, boolean]>([
  ['nothing else is open', {}, false],
  ['an earlier text is open', { openTexts: [earlier] }, true],
  ['a later text is open', { openTexts: [{ ...earlier, sid: 'c' }] }, false],
  ['an earlier crisis reply has not been sent', { openTexts: [crisis] }, true],
  ['an earlier crisis reply is on its way', { openTexts: [{ ...crisis, state: 'sending' }] }, false],
  ['another send is open', { openSends: [{ purpose: 'code', isReplayed: false }] }, true],
  ['a crisis reply is open', { openSends: [{ purpose: 'crisis', isReplayed: false }] }, false],
])('whether a reply must wait while %s', (_what, change, expected) => {
  expect(mustWait(text, { ...facts, ...change })).toBe(expected);
  expect(openSend(text, holder, sending, { ...facts, ...change }).result === 'busy').toBe(expected);
});

test('a crisis reply waits for nothing but its pace', () => {
  const open = { ...facts, openTexts: [earlier], openSends: [{ purpose: 'answer', isReplayed: false }] } as const;
  expect(mustWait({ ...text, reply: 'crisis' }, open)).toBe(false);
  expect(mustWait({ ...text, reply: 'crisis', notBefore: now + 1 }, open)).toBe(true);
});

test.each<[string, Partial<SendFacts>, Partial<Text>, 'suppressed' | null]>([
  ['opted out', { isOptedOut: true }, {}, 'suppressed'],
  ['opted out by this STOP', { isOptedOut: true }, { reply: 'stop' }, null],
  ['gave the phone away', { hasChangedHands: true }, {}, 'suppressed'],
  ['left after it', { departedAt: now }, {}, 'suppressed'],
  ['left before it', { departedAt: now - minute }, {}, null],
])('of a sender who %s', (_what, change, textChange, outcome) => {
  const { changes } = openSend({ ...text, ...textChange }, holder, sending, { ...facts, ...change });
  expect(changes?.text?.outcome).toBe(outcome);
  expect(changes?.opened === undefined).toBe(outcome !== null);
});

test.each<[string, Partial<SendFacts>, boolean]>([
  ['none was sent', {}, true],
  ['the last was sent an hour ago', { lateApologyAt: now - 61 * minute }, true],
  ['one was sent within the hour', { lateApologyAt: now - 59 * minute }, false],
  ['it was this text’s, and its send failed', { lateApologyAt: now, ownSends: [{ intentAt: now + minute }] }, true],
])('whether a late apology goes out when %s', (_what, change, isSent) => {
  const { changes } = openSend(text, holder, { ...sending, isLate: true }, { ...facts, ...change });
  expect(changes?.text?.state).toBe(isSent ? 'sending' : 'done');
  expect(changes?.counts).toEqual(isSent ? undefined : [{ name: 'questions.failed', by: 1, at: now }]);
});

test('a text without a question goes only to an account’s number, and never during another open send', () => {
  const proactive = { id: 'send', purpose: 'code', from: 'number', to: 'phone', attempt: 1, segments: 1 } as const;
  const known = { now, isOptedOut: false, hasAccount: true, openSends: [] };
  const open = (change: object) => openProactive({ ...proactive, encoding: 'gsm7' }, { ...known, ...change }).result;
  const answer = { purpose: 'answer', isReplayed: false };
  expect([open({}), open({ isOptedOut: true }), open({ hasAccount: false })]).toEqual(['open', 'opted_out', 'gone']);
  expect(open({ openSends: [answer] })).toBe('busy');
  expect(
    [
      { ...answer, isReplayed: true },
      { ...answer, purpose: 'crisis' },
    ].map((one) => open({ openSends: [one] })),
  ).toEqual(['open', 'open']);
});

test.each(['accepted', 'rejected', 'absent'] as const)('a settled send changes no more: %s', (state) => {
  const known = { send: { ...send, state }, text: { ...text, state: 'done', outcome: 'answered' } as Text };
  const steps = [
    rejected(known, 30_003, false, now),
    notSent(known, 0, now),
    unknown(known, 0, now),
    takeOver({ ...known, text: null }, { checkMs: 0, leaseMs: -1 }, now),
    concludeNotCreated(known, 3, now),
    giveUpUnknownSend(known, now),
  ];
  expect(steps.map(({ changes }) => changes)).toEqual(steps.map(() => undefined));
});

test('a refusal by an opt-out that is not known is recorded, once', () => {
  const counted = { name: 'opt_outs.carrier', by: 1, at: now };
  const late = { send: { ...send, intentAt: now - minute }, text: { ...text, state: 'sending' } } as const;
  const first = rejected(late, 21_610, false, now).changes;
  expect([first?.optedOut, first?.text?.outcome]).toEqual([{ phone: 'phone', at: now - minute }, 'suppressed']);
  expect(first?.counts).toContainEqual(counted);
  const again = rejected({ send, text }, 21_610, true, now).changes;
  expect(again?.optedOut).toBeUndefined();
  expect(again?.counts).not.toContainEqual(counted);
});

const answered = { ...text, state: 'done', outcome: 'answered', isCounted: true } as const;
const sent: Send = { ...send, state: 'accepted', providerSid: 'SM', acceptedAt: now };

const apology = { text: { outcome: 'apologised', isCounted: false }, send: { purpose: 'apology' } } as const;

test.each<[string, { text?: Partial<Text>; send?: Partial<Send>; isOtherAccepted?: boolean; code?: number }, boolean]>([
  ['turned away for now', {}, true],
  ['turned away for good', { code: 30_003 }, false],
  ['turned away for now, too near its deadline', { text: { answerBy: now + 20_000 } }, false],
  ['turned away for now, where another was accepted', { isOtherAccepted: true }, false],
  ['turned away for now, as an apology', apology, false],
])('a text that was %s', (_what, { code = 30_001, ...change }, isAgain) => {
  const known = {
    send: { ...sent, ...change.send },
    text: { ...answered, ...change.text },
    isOtherAccepted: change.isOtherAccepted ?? false,
    isOptedOut: false,
  };
  const { changes } = noteDelivery(known, { status: 'undelivered', code }, now);
  expect(changes?.send).toMatchObject({ delivery: 'undelivered', errorCode: code });
  expect(changes?.text?.state).toBe(isAgain ? 'received' : undefined);
  const late = { ...known, send: changes?.send ?? known.send };
  expect(noteDelivery(late, { status: 'sent', code: null }, now).changes).toBeUndefined();
});
