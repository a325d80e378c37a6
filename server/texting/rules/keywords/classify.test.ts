import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fixedTexts, moreHint, replies } from '../replies.ts';
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
  | happy thanksgiving quotes | god bless the usa lyrics | ok and the white sox | thanks and how far | vale la pena meaning
  | disregard definition | you are amazing lyrics | thank you dear john cast | test 123 movie | thank god its friday cast
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
    `FORGET | forget | Forget. | forget it | FORGET IT! | forget that please | please forget | forget everything | olvida | Olvídalo | olvide eso`,
  ),
)('%j is to be forgotten', (body) => expect(kindOf(body)).toBe('forget'));

test.each(
  cells(`MORE | more | More? | more please | tell me more | ok more | continue | Please continue | go on | yes go on | keep going
  | Text MORE | text MORE for more | Reply MORE | mande mas | Mande MAS para saber más. | tell me more about that | tell me more about it
  | can you tell me more | more details | I want more | More info | más información | saber más | more\nSent from my phone
  | the rest | next step | and the rest? | MAS | Más por favor | dígame más | continúe | siga por favor | el resto`),
)('%j asks for more', (body) => expect(kindOf(body)).toBe('more'));

test.each(
  cells(
    `tell me more about mars | more info on medicare | text more than one person iphone | i want more energy | more details about i-70 closing
  | more than words lyrics | mas que nada lyrics | how many more days until christmas | more cowbell | tell me more lyrics
  | go on youtube | continue reading lyrics | the rest is history podcast | next step living | keep going in spanish | siga la vaca cali`,
  ),
)('%j is a question', (body) => expect(kindOf(body)).toBe('question'));

/** What each word of ours does. HOME and CASA come with a place of the person's. */
const instructed: Readonly<Record<string, TextKind>> = {
  STOP: 'stop',
  START: 'start',
  INICIAR: 'start',
  HELP: 'help',
  AYUDA: 'help',
  YES: 'yes',
  SI: 'yes',
  MORE: 'more',
  MAS: 'more',
};
const instructions = Object.values({ ...fixedTexts(), ...moreHint }).flatMap((text) =>
  Array.from(text.matchAll(/\b(?:Text|Reply|Responda|Mande) (?<word>[A-Z]{2,})\b[^.,!?:]*/g), ([said, word = '']) => ({
    said,
    kind: instructed[word],
  })).filter(({ kind }) => kind !== undefined),
);
test('each instruction in our texts works when it is copied whole', () => {
  expect(new Set(instructions.map(({ kind }) => kind))).toEqual(new Set(['stop', 'start', 'help', 'yes', 'more']));
  expect(instructions.filter(({ said, kind }) => kindOf(said) !== kind)).toEqual([]);
});

test.each(
  cells(`forget me not flower | forget it lyrics | how to forget someone | forget about it meaning | olvidame letra`),
)('%j is a question about forgetting', (body) => expect(kindOf(body)).toBe('question'));

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
  | Liked “${replies.crisis.en}”`
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
  | Reply STOP to opt out. Msg&data rates may apply | Reply HELP for help, STOP to opt out.
  | Acme: your order shipped. Reply STOP to opt out | Msg&data rates may apply | Estoy conduciendo, te llamo luego
  | Thanks for your message! Our hours are 9 to 5.`),
)('%j came from a machine', (body) => expect(kindOf(body)).toBe('autoresponse'));

test.each(
  cells(`
  thank you for calling walmart hours | thank you for calling target what are the hours | thanks for contacting irs phone number
  | auto reply settings iphone | out of office message examples | automatic reply outlook how to turn on
  | automated response meaning | i'm at work can i get fired for texting | im driving please tell me when i-70 opens
  | i'm busy can i reschedule jury duty | I am away. Will my plants die in 2 weeks | can't text. how do i fix my phone
  | ill call you later in spanish | sorry i missed your call lyrics | sorry i am unable to sleep what helps
  | im not receiving notifications on my iphone how to fix | i'm not receiving notifications from gmail
  | this phone can receive wifi calls how | why does it say this number does not accept calls
  | verizon message and data rates | message and data rates may apply meaning | reply stop to cancel meaning
  | estoy manejando a chicago cuanto falta | ahora no puedo hablar ingles como aprendo | how to turn off sent from carplay
  | i cant answer my phone screen is black | I can't talk to my mom, what do i do | I'm in a meeting, what is the capital of peru
  | I'm driving. Nearest gas station to Joliet IL | im at work. score of the cubs game | i'm on vacation in maui. best beaches
  | sorry i cant answer that riddle what is it | im driving and need gas near 60614 | i will call you back tagalog
  | I'm driving. Check traffic on I-90 | I'm at work. Call number for Comcast support | I can't talk. Best sore throat remedy
  | Loved "Titanic" who was the director. | en este momento que hora es en tokio | gracias por contestar, y a qué hora cierra
  | estoy fuera de la oficina cual es el correo de usps | stop para que sirve en el volante
  | amazon text reply stop to opt out scam | reply stop to cancel is it safe | I'm at work. Please text the cubs score
  | I'm driving. Please text me the weather in Joliet`),
)('%j is a question, not a machine', (body) => expect(kindOf(body)).toBe('question'));

test.each(
  cells(`
  got this text: Your E-ZPass bill is due. Reply STOP to opt out
  | I got this text. Acme: you won. Reply STOP to end | received this: Vote for Jones! Reply STOP to end
  | someone keeps sending me this: Vote for Jones! Reply STOP to end | A friend sent me this: You won. Reply STOP to end
  | Can you check this for me: Your Medicare card is ready. Call 800-555-0199. Msg & data rates may apply
  | please check this: Your package is held. Reply STOP to cancel | my mom got this: You won. Msg&data rates may apply
  | me llego este mensaje: gano un premio. Mande ALTO para cancelar
  | Recibí este texto: su cuenta está cerrada. Mande ALTO para salir
  | recibi un texto del banco, pueden aplicarse cargos por mensajes y datos, es verdad
  | this phone does not accept pictures how do i fix it | my phone says this number is not monitored
  | my kyocera says this phone does not receive group messages`),
)('%j shows a text of a machine, and is a question', (body) => expect(kindOf(body)).toBe('question'));

test.each(
  cells(`
  I'm driving with Do Not Disturb While Driving turned on. I'll see your message when I get where I'm going.
  | (I'm not receiving notifications. If this is urgent, reply "urgent" to send a notification through with your original message.)
  | Can't talk now. Call me later? | Auto response: this office is closed. In an emergency call 911
  | Out of office. I will be back on Monday. If this is an emergency, call 911. | I'm away from my phone. I'll reply when I can.
  | I'm at work. Please text me later | Get 20% off today. Reply STOP to opt out
  | Please check your account balance. Reply STOP to opt out | We received your payment. Msg&data rates may apply | Beware of scams. Reply STOP to opt out
  | I'm at work and can't talk, I'll text you later | I am currently unavailable. Please leave a message.
  | This mailbox does not accept replies. | Thank you for calling! We are closed now, our hours are 9-5
  | Thanks for reaching out - one of our agents will be with you shortly | Estoy manejando. Te contesto luego.
  | Sorry, I am unable to answer right now. I will call you back | No puedo hablar ahora
  | En este momento estoy ocupado. Te llamo luego. | En este momento no puedo contestar, deje un mensaje
  | Fuera de la oficina hasta el lunes | Gracias por comunicarse con Acme. Un agente le responderá pronto. | Este número no recibe mensajes.`),
)('%j also came from a machine', (body) => expect(kindOf(body)).toBe('autoresponse'));

test.each(
  cells(`
  I can't talk right now. I want to kill myself | I'm driving and I want to die | sorry i missed your call i want to die
  | I'm in a meeting. call 911`),
)('%j is danger, however much it looks like a machine', (body) => expect(kindOf(body)).toBe('crisis'));

test.each(['opt_in_ask', 'opted_in', 'help', 'start', 'promo', 'inactive', 'unverified'] as const)(
  'our own %s text, come back to us in either language, is a machine talking',
  (kind) => {
    expect(kindOf(replies[kind].en)).toBe('autoresponse');
    expect(kindOf(replies[kind].es)).toBe('autoresponse');
  },
);

test.each(
  cells(
    'ok | OK! | k | thanks | Thank you! | thx | ty | lol | 👍 | 🙏🙏 | ❤️ | Ok thanks | no | hi | Hello! | haha | cool 😎 | test | gracias | good night | 👍🏽 ok | Ok thank you so much | thank you askline | Thanks for the info! | that helps thanks | wow thanks | ok got it | muchas gracias | gracias por la ayuda | ok gracias | buenas tardes | Hola buenas | está bien | jajaja | mil gracias | bueno | adiós | thank you honey | Thank you dear! | thanks bro | thanks a bunch | Thanks a million | cool thanks man | thank you kindly | thank ya | thanku | tks | thank you and god bless | thanks god bless you | Very helpful | very helpful thank you | You are amazing! | you’re the best | happy new year | Happy Thanksgiving! | happy easter | goodnight | sounds good | will do | nvm found it | testing 123 | oops wrong person | sorry wrong text | disregard | muchísimas gracias | Gracias señor | gracias, que Dios lo bendiga | vale | de acuerdo | Feliz año nuevo',
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

test('an opt-out is recognized whatever is attached', () => {
  expect(kindOf('STOP', 'image/jpeg')).toBe('stop');
  expect(kindOf('please stop texting me', 'text/x-vcard')).toBe('stop');
});

test('a call for help comes before pictures and keywords', () => {
  expect(kindOf('i want to kill myself', 'image/jpeg')).toBe('crisis');
  expect(kindOf('HELP call 911')).toBe('crisis');
  expect(kindOf('Stop! He is beating me, please help')).toBe('crisis');
  expect(kindOf('ya no quiero vivir, cuántas pastillas necesito para eso')).toBe('crisis');
  expect(kindOf('HELP')).toBe('help');
  expect(kindOf('yes')).toBe('yes');
  expect(kindOf('join')).toBe('start');
});

test('an opt-out next to a call for help does not hide it', () => {
  const danger = fc.constantFrom('i want to kill myself', 'someone is breaking into my house', 'ya no quiero vivir');
  const optOut = fc.constantFrom(
    'stop',
    'please stop',
    'no more',
    'leave me alone',
    'cancela esto',
    'para eso',
    'basta',
  );
  const between = fc.constantFrom('. ', ', ', ' ', '\n', ' - ', '! ');
  fc.assert(
    fc.property(danger, optOut, between, fc.boolean(), (call, words, mark, isFirst) => {
      expect(kindOf(isFirst ? words + mark + call : call + mark + words)).toBe('crisis');
    }),
  );
});

test('any text gets exactly one kind, deterministically', () => {
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
