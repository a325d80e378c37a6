import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace } from '#server/places/places.ts';

import { readInboundForm } from '../inbound/twilio-webhook.ts';
import { ago, phone, rules, stranger, subscriber } from '../testing/sender-states.ts';
import { type ReplyDecision, type SenderState, decideReply } from './decide-reply.ts';
import { carrierKeywordOf, understand } from './understand.ts';

const [from, serviceNumber] = ['+13125550142', '+12025550100'];

const body = fc.oneof(
  fc.constantFrom('STOP', 'stop please', 'START', 'JOIN', 'HELP', 'YES', 'i want to kill myself', 'weather 60614'),
  fc.constantFrom('', '👍', 'thanks', "I'm driving", 'Liked “Sunny”', 'arrêtez', 'Msg&data rates may apply'),
  fc.string({ unit: 'grapheme', maxLength: 160 }),
);
const type = fc
  .tuple(fc.constantFrom('STOP', 'START', 'HELP'), fc.infiniteStream(fc.boolean()))
  .map(([word, cases]) => Array.from(word, (letter) => (cases.next().value ? letter : letter.toLowerCase())).join(''));
const sender: fc.Arbitrary<SenderState> = fc
  .record({ isOptedOut: fc.boolean(), isKnown: fc.boolean(), isVerified: fc.boolean(), awaitsYes: fc.boolean() })
  .map(({ isOptedOut, isKnown, ...flags }) => ({
    ...stranger,
    isOptedOut,
    phone: isKnown ? { ...phone, ...flags } : null,
    mayTellMore: true,
  }));

/** What happens to a text of a person. */
function decide(words: string, sender: SenderState): ReplyDecision {
  const text = { from, body: words, mediaTypes: [], carrierKeyword: null, sentAt: null };
  return decideReply(
    understand(text, { serviceNumbers: [serviceNumber], optOutReplies: 'app', findPlace }),
    sender,
    rules,
  );
}

test.each([
  'stop the madness',
  'how to unsubscribe from hulu',
  'ya le dije que no me interesa su servicio',
  'ya le dije que dejen de mandar eso',
])('a stranger who writes %j is asked for nothing', (words) => {
  expect(decide(words, stranger)).toMatchObject({ reply: null, stranger: 'noted' });
});

test.each([
  'START\nSent from my phone',
  'Start - Betty',
  'Start. I texted stop by mistake',
  'Start please i texted stop by mistake',
  'I sent STOP by mistake. START',
  'I stopped by mistake. Please start. Thank you',
  "Didn't mean to stop. Start",
  'Sorry, mandé alto por error - INICIAR',
  'Reply START',
  'iniciar por favor. Me equivoqué',
  'turn it back on',
])('%j brings back a number that opted out', (words) => {
  const optedIn = { kind: 'start', consent: 'given', reply: 'start' };
  expect(decide(words, { ...subscriber, isOptedOut: true })).toMatchObject(optedIn);
});

test.each([
  'Opposite of stop - start',
  'My car wont start',
  'Tell me how it works. Start',
  'Spanish for begin - start',
])('%j of a number that opted out brings nothing back', (words) => {
  expect(decide(words, { ...subscriber, isOptedOut: true })).toMatchObject({ consent: null, reply: null });
});

test.each(['Sure', 'Yeah', 'Yup', 'yess', 'Yes this is Betty', 'Yes to texts', 'claro que sí', 'sí señora'])(
  '%j confirms a pending opt-in, and nothing else',
  (words) => {
    const pending = { ...subscriber, phone: { ...phone, awaitsYes: true } };
    expect(decide(words, pending)).toMatchObject({ kind: 'yes', consent: 'given', reply: 'opted_in' });
    for (const sender of [subscriber, stranger, { ...pending, isOptedOut: true }])
      expect(decide(words, sender)).toMatchObject({ consent: null, confirmsOptIn: false });
    const claimed = { ...pending, phone: { ...pending.phone, isVerified: false } };
    expect(decide(words, claimed)).toMatchObject({ consent: null, confirmsOptIn: false });
  },
);

test.each(['more info', 'More information please', 'más información'])(
  '%j after an answer tells more of it, and else what Askline is',
  (words) => {
    expect(decide(words, { ...subscriber, mayTellMore: true }).reply).toBe('answer');
    expect(decide(words, subscriber).reply).toBe('help');
    expect(decide(words, stranger).reply).toBe('help');
  },
);

test.each(['Wrong number', 'wrong person', 'you got the wrong person', 'Sorry, wrong number', 'número equivocado'])(
  'a subscriber who calls the answer wrong with %j is not opted out; a stranger is',
  (words) => {
    const lastAskedAt = ago(4.9);
    const correction = { kind: 'question', consent: null, reply: 'answer', remembered: null, mail: null };
    expect(decide(words, { ...subscriber, lastAskedAt })).toMatchObject(correction);
    const optOut = { kind: 'stop', consent: 'withdrawn' };
    for (const sender of [
      stranger,
      subscriber,
      { ...subscriber, lastAskedAt: ago(5) },
      { ...subscriber, lastAskedAt, isOptedOut: true },
      { ...stranger, lastAskedAt },
    ])
      expect(decide(words, sender)).toMatchObject(optOut);
  },
);

test.each(['Stop. Wrong number', 'wrong number stop texting me'])('%j opts out even right after an answer', (words) => {
  const lastAskedAt = ago(1);
  expect(decide(words, { ...subscriber, lastAskedAt })).toMatchObject({ consent: 'withdrawn', reply: 'stop' });
});

test.each(['CASA Houston', 'casa los angeles', 'CASA Austin TX', 'CASA60614', 'CASA 60614', 'CASA?', 'CASA BORRAR'])(
  '%j is answered in Spanish, whatever language was kept',
  (words) => {
    for (const language of [null, 'en'] as const)
      expect(decide(words, { ...subscriber, language })).toMatchObject({ kind: 'home', language: 'es' });
  },
);

test.each(['HOME Houston', 'HOME Laredo TX', 'HOME?'])('%j is answered in the language that was kept', (words) => {
  for (const language of ['en', 'es'] as const)
    expect(decide(words, { ...subscriber, language })).toMatchObject({ kind: 'home', language });
});

test.each(['Start - date of summer', 'start a fire', 'Start. hammer time lyrics'])(
  '%j of others is a question',
  (words) => {
    expect(decide(words, subscriber)).toMatchObject({ kind: 'question', consent: null, reply: 'answer' });
  },
);

test('whatever a text says, OptOutType decides: consent follows it, and it is never answered', () => {
  const setting = fc.record({
    optOutReplies: fc.constantFrom<('carrier' | 'app')[]>('carrier', 'app'),
    sender: fc.constantFrom(from, serviceNumber, '72345'),
  });
  fc.assert(
    fc.property(body, type, sender, setting, (words, optOutType, known, { optOutReplies, sender }) => {
      const understood = understand(
        {
          from: sender,
          body: words,
          mediaTypes: [],
          carrierKeyword: carrierKeywordOf(optOutType),
          sentAt: null,
        },
        { serviceNumbers: [serviceNumber], optOutReplies, findPlace },
      );
      const decision = decideReply(understood, known, rules);
      expect(decision).toMatchObject({ reply: null, notice: null, stranger: null, isAccepted: false });
      const consents: Record<string, string | null> = { STOP: 'withdrawn', START: 'given', HELP: null };
      expect(decision.consent).toBe(consents[optOutType.toUpperCase()]);
    }),
  );
});

test('an unknown OptOutType is ignored, and the text is still received', () => {
  const unknown = fc
    .oneof(fc.string(), fc.array(fc.string()), fc.constantFrom('', 'UNSTOP', 'constructor', '__proto__', undefined))
    .filter((value) => typeof value !== 'string' || !['STOP', 'START', 'HELP'].includes(value.trim().toUpperCase()));
  const form = { MessageSid: `SM${'0'.repeat(32)}`, AccountSid: 'AC', From: from, To: serviceNumber, Body: 'hi' };
  fc.assert(
    fc.property(unknown, (OptOutType) => {
      const text = readInboundForm(OptOutType === undefined ? form : { ...form, OptOutType });
      expect(text).toMatchObject({ from, to: serviceNumber, body: 'hi' });
      expect(carrierKeywordOf(text?.optOutType)).toBeNull();
    }),
  );
});

test('whatever arrives: a reply is in the language of the text, else in the kept one, and only a verified phone keeps one', () => {
  const bodies = fc.oneof(body, fc.constantFrom('ALTO', 'que hora es', 'AYUDA', 'how do i stop this', 'me gustó “Sí”'));
  const kept = fc.constantFrom(null, 'en' as const, 'es' as const);
  const senders = fc.constantFrom(from, serviceNumber, '72345');
  fc.assert(
    fc.property(bodies, sender, kept, senders, (words, known, language, from) => {
      const text = { from, body: words, mediaTypes: [], carrierKeyword: null, sentAt: null };
      const understood = understand(text, { serviceNumbers: [serviceNumber], optOutReplies: 'app', findPlace });
      const decision = decideReply(understood, { ...known, language }, rules);
      const said = understood.language;
      expect(decision.language).toBe(said ?? language ?? 'en');
      const keeps = known.phone?.isVerified === true && !understood.isFromMachine && said !== language;
      expect(decision.newLanguage).toBe(keeps ? said : null);
    }),
  );
});
