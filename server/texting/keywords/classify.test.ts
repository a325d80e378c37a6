import fc from 'fast-check';
import { expect, test } from 'vitest';

import { replies } from '../replies.ts';
import { classifyText, type TextKind } from './classify.ts';

function kindOf(body: string, ...mediaTypes: string[]): TextKind {
  return classifyText({ body, mediaTypes });
}

function cells(table: string): string[] {
  return table.split('|').map((cell) => cell.trim());
}

test.each(
  cells(`
  weather 60614 | WTHR 60614 | who won the cubs game | Whats the capital of peru | 15% of 86.40 | define serendipity | pi
  | 2+2 | 5 miles in km | cubs | Who is the president? | ¿Qué tiempo hace en Miami? | 天气 芝加哥 | how do i say thank you in japanese
  | thanks giving date 2026 | ok corral history | hello kitty age | test kitchen hours | yo yo ma concerts
  | good morning america hosts | I'm driving to Denver, is I-70 open? | im driving from chicago to memphis how long
  | I am in a meeting at 1200 Main St, closest parking? | i can't talk to my teen about drugs, tips | what does lol mean
  | liked movies like titanic what else | Loved the movie Up, who directed it | 👍 meaning | what does 😂 mean
  | reacted badly to penicillin, alternatives? | removed a tick from my dog what now | what does msg stand for
  | thank u next lyrics | ok go videos | the great cast | ok for dogs to eat grapes
  | do i text stop to cancel or email you | if I text STOP to end it do I still pay? | what does msg&data rates may apply mean
  | to be or not to be | 60614 | ?weather 60614 | the sun also rises “plot” | Emphasized syllable in “record”?`),
)('%j is a question', (body) => expect(kindOf(body)).toBe('question'));

test.each(
  cells(
    `
  Liked “Partly cloudy, 72F. Rain by 6 p.m.” | Loved “The Cubs won 5-3.” | Disliked “Sorry” | Laughed at “A joke. Two lines.”
  | Emphasized “Yes.” | Questioned “It is 5.” | Emphasised “Yes.” | Liked "Partly cloudy" | Loved an image | Liked a photo
  | Laughed at an attachment | Removed a like from “Partly cloudy” | Removed a heart from “The Cubs won”
  | Removed an exclamation from “Yes” | Removed a laugh from “A joke” | Reacted 😂 to “The Cubs won 5-3.”
  | Reacted ❤️ to “The Cubs won” | Reacted with a sticker to “Hi” | 👍 to “Partly cloudy” | ❤️ to “Partly cloudy”
  | 👍🏽 to "Partly cloudy" | \\u200A👍\\u200A to “\\u200APartly cloudy\\u200A” | \\u200B👍\\u200B to “ Partly cloudy ” | 😂 to “line one
  line two” | 👍 removed from “Partly cloudy” | Removed 👍 from “Partly cloudy” | Le gustó “Soleado, 72F” | Le encantó “Sí”
  | Se rio de “Chiste” | Reaccionó con 😂 a “Sí” | Quitó un me gusta de “Sí” | 👍 a “Soleado” | Liked “I want to kill myself”
  | Liked “${replies.crisis}”`
      .replaceAll('\\u200A', '\u200A')
      .replaceAll('\\u200B', '\u200B'),
  ),
)('%j is a reaction', (body) => expect(kindOf(body)).toBe('tapback'));

test.each(
  cells(`
  I'm driving right now. I'll get back to you later. | I’m driving right now - I’ll text you back later | I'm driving
  | I am driving. Sent from my car | I'm in a meeting. Can I call you later? | I'm busy right now, I'll call you back
  | Can't talk right now. | I can't talk right now, what's up? | Sorry, I can't talk right now. | I'll call you right back.
  | I'll call you later | Sorry, I missed your call | Auto-reply: I am away until Monday | Automatic reply: out of office
  | AUTO REPLY | [Auto-reply] I'm driving | Out of office until Monday | I’m not receiving notifications. If this is urgent, reply “urgent”
  | This number is not monitored. If this is an emergency call 911. | Thank you for contacting Acme. An agent will reply soon.
  | Acme: your order shipped. Reply STOP to opt out | Msg&data rates may apply | Estoy conduciendo, te llamo luego
  | Thanks for your message! Our hours are 9 to 5.`),
)('%j came from a machine', (body) => expect(kindOf(body)).toBe('autoresponse'));

test.each(['opt_in_ask', 'opted_in', 'help', 'start', 'promo', 'inactive', 'unverified'] as const)(
  'our own %s text, come back to us, is a machine talking',
  (kind) => expect(kindOf(replies[kind])).toBe('autoresponse'),
);

test.each(
  cells(
    'ok | OK! | k | thanks | Thank you! | thx | ty | lol | 👍 | 🙏🙏 | ❤️ | Ok thanks | no | hi | Hello! | haha | cool 😎 | test | gracias | good night | 👍🏽 ok | Ok thank you so much | thank you askline | Thanks for the info! | that helps thanks | wow thanks | ok got it',
  ),
)('%j is small talk', (body) => expect(kindOf(body)).toBe('small_talk'));

test.each(['', ' ', '\n', '?', '...', '!!', '\u200B', '--', '“”'])('%j holds no question', (body) =>
  expect(kindOf(body)).toBe('empty'),
);

test('a picture, sound or contact card is media, with or without words', () => {
  expect(kindOf('', 'image/jpeg')).toBe('media');
  expect(kindOf('what plant is this', 'image/jpeg')).toBe('media');
  expect(kindOf('', 'audio/amr')).toBe('media');
  expect(kindOf('', 'text/x-vcard')).toBe('media');
  expect(kindOf('', 'text/vcard')).toBe('media');
  expect(kindOf('', 'application/smil', 'video/3gpp')).toBe('media');
  expect(kindOf('', '')).toBe('media');
});

test('a long text that the phone turned into a picture message is a text', () => {
  expect(kindOf('weather in chicago tomorrow', 'text/plain')).toBe('question');
  expect(kindOf('weather in chicago tomorrow', 'application/smil', 'text/plain; charset=utf-8')).toBe('question');
  expect(kindOf('', 'text/plain')).toBe('empty');
});

test('an opt-out is heard whatever hangs on it', () => {
  expect(kindOf('STOP', 'image/jpeg')).toBe('stop');
  expect(kindOf('please stop texting me', 'text/x-vcard')).toBe('stop');
});

test('a call for help comes before pictures and keywords', () => {
  expect(kindOf('i want to kill myself', 'image/jpeg')).toBe('crisis');
  expect(kindOf('HELP call 911')).toBe('crisis');
  expect(kindOf('HELP')).toBe('help');
  expect(kindOf('yes')).toBe('yes');
  expect(kindOf('join')).toBe('start');
});

test('any text gets exactly one kind, and the same one again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.array(fc.constantFrom('image/png', 'text/plain')),
      (body, mediaTypes) => {
        expect(classifyText({ body, mediaTypes })).toBe(classifyText({ body, mediaTypes }));
      },
    ),
  );
});
