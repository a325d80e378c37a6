import { expect, test, vi } from 'vitest';

import { brand } from '#contract/brand.ts';
import { defaultBrand } from '#contract/default-brand.ts';
import { languages } from '#contract/language.ts';
import { measureSms } from '#server/answers/gsm7.ts';

import { fairUseWindowMs } from './fair-use.ts';
import { fixedTexts, type FixedReply, homeToldText, replies, verificationCodeText, welcomeText } from './replies.ts';

const oneSegment = { encoding: 'gsm7', segments: 1 };
const all = Object.entries(fixedTexts());
const english = all.filter(([name]) => name.endsWith(', en'));
const spanish = all.filter(([name]) => name.endsWith(', es'));

/** Each of these replies, in each language. */
function worded(...kinds: readonly FixedReply[]) {
  return kinds.flatMap((kind) => languages.map((language) => [kind, language, replies[kind][language]] as const));
}

test.each(all)('the text %s is one GSM-7 segment', (_name, body) => {
  expect(measureSms(body)).toMatchObject(oneSegment);
});

test('each text is there in both languages, in other words', () => {
  expect(spanish.map(([name]) => name.replace(', es', ''))).toEqual(english.map(([name]) => name.replace(', en', '')));
  const said = new Set(english.map(([, body]) => body));
  expect(spanish.filter(([, body]) => said.has(body))).toEqual([]);
});

test('the reply to FORGET says that the carrier removes its copies, but not where they stay', async () => {
  const removal = { en: /removing its copies/, es: /borrando sus copias/ };
  for (const language of languages) expect(replies.forgot[language]).toMatch(removal[language]);
  vi.stubGlobal('installedBrand', { ...defaultBrand, removesCopies: false });
  vi.resetModules();
  const kept = await import('./replies.ts');
  vi.unstubAllGlobals();
  vi.resetModules();
  expect(kept.replies.forgot.en).toMatch(/We won't use your last question and answer again\.$/);
  for (const language of languages) expect(kept.replies.forgot[language]).not.toMatch(/copies|copias/);
});

test('Spanish keeps the letters that GSM-7 has, and loses only accents that it lacks', () => {
  expect(replies.joined.es).toContain('su teléfono quedo verificado');
  expect(replies.joined.es).toContain('¿No fue usted?');
  for (const [, body] of spanish) expect(body).toMatch(/^[\w ¡¿éñÉÑ.,:;'&/()@!?-]+$/);
});

test.each([
  ['too_fast', /\b5 minut[eo]s\b/, fairUseWindowMs.too_fast_5m / 300_000],
  ['hourly_limit', /\ban hour\b|\buna hora\b/, fairUseWindowMs.too_fast_1h / 3_600_000],
  ['daily_limit', /\b24 ho(?:urs|ras)\b/, fairUseWindowMs.too_fast_1d / 86_400_000],
] as const)('the %s notice names the whole window, after which a question is answered', (kind, window, windows) => {
  expect(windows).toBe(1);
  for (const [, , body] of worded(kind)) expect(body).toMatch(window);
});

test.each(languages)('a verification code in %s fits one segment and is easy to copy', (language) => {
  expect(measureSms(verificationCodeText('123456', language))).toMatchObject(oneSegment);
  expect(verificationCodeText('123456', language)).toContain(' 123456.');
});

test.each(languages)('the welcome in %s fits one segment and shows the number in the American format', (language) => {
  expect(measureSms(welcomeText('+13125550142', language))).toMatchObject(oneSegment);
  expect(welcomeText('+13125550142', language)).toContain('(312) 555-0142');
  // The longest number that E.164 allows.
  expect(measureSms(welcomeText('+441234567890123', language))).toMatchObject(oneSegment);
});

const tails = {
  en: /Msg&data rates may apply\. Reply HELP for help, STOP to opt out\.$/,
  es: /Pueden aplicarse tarifas de msj\/datos\. AYUDA para ayuda, STOP para salir\.$/,
};
test.each(worded('opt_in_ask', 'opted_in', 'start', 'start_no_plan'))(
  'the %s text in %s names rates, HELP and STOP',
  (_kind, language, body) => expect(body).toMatch(tails[language]),
);

test.each(languages)('the welcome in %s names rates, HELP and STOP', (language) => {
  expect(welcomeText('+13125550142', language)).toMatch(tails[language]);
});

test.each(worded('help'))(
  'the %s text in %s names the service, the way to help, rates and STOP',
  (_kind, _in, body) => {
    expect(body).toContain(brand.name);
    expect(body).toContain(brand.supportEmail);
    expect(body).toMatch(/Msg&data rates may apply\. Reply STOP|tarifas de msj\/datos\. Responda STOP/);
  },
);

test.each(worded('stop'))(
  'the %s confirmation in %s names the service and the way back, and offers nothing',
  (...said) => {
    const [, , body] = said;
    expect(body).toContain(brand.name);
    expect(body).toMatch(/START|INICIAR/);
    expect(body).not.toMatch(/plan|pay|bill|subscri|sign|pag[ao]|suscri|cuenta/i);
  },
);

test.each(worded('promo', 'inactive', 'unverified', 'joined', 'join_wrong'))(
  'the %s notice in %s ends with the way out',
  (_kind, _language, body) => expect(body).toMatch(/(?:Reply STOP to opt out|Responda STOP para salir)\.$/),
);

test.each(languages)('the reply to a place that we asked for wants the question again, in %s', (language) => {
  expect(homeToldText('Austin, TX', language)).toMatch(
    /Austin, TX\. (?:Now text your question again|Ahora mande su pregunta de nuevo)\./,
  );
});

test('the reply to a late MORE does not say that there is nothing more', () => {
  expect(replies.nothing_more.en).not.toMatch(/nothing more|new question/);
  expect(replies.nothing_more.es).not.toMatch(/nada mas|otra pregunta/);
  for (const [, , body] of worded('nothing_more')) expect(body).toMatch(/the whole question|la pregunta completa/);
});

test('CASA is described as it is read: a city needs its state', () => {
  const unread = spanish.filter(([, body]) => /\bCASA\b.*\bciudad\b(?! y estado)/.test(body));
  expect(unread).toEqual([]);
});

test('the crisis reply names both numbers and nothing of ours', () => {
  for (const body of Object.values(replies.crisis)) {
    expect(body).toMatch(/call 911|llame al 911/);
    expect(body).toContain('988');
    expect(body).not.toContain(brand.name);
  }
  // https://988lifeline.org/es/ speaks Spanish after 2 on a call, and after AYUDA in a text.
  expect(replies.crisis.es).toContain('llame al 988 y oprima 2, o mande AYUDA al 988');
});

test('every text but the crisis reply names the service', () => {
  const nameless = all.filter(([, body]) => !body.includes(brand.name));
  expect(nameless.map(([name]) => name)).toEqual(['crisis, en', 'crisis, es']);
});

test('no text holds a link, only our own domain and address', () => {
  for (const [, body] of all) {
    const rest = body.replaceAll(brand.supportEmail, '').replaceAll(brand.domain, '');
    expect(rest).not.toMatch(/https?:|www\.|\w\.(?:com|net|org|example)\b/i);
  }
});

/**
 * What docs/reference/voice.md retires in words that customers read; other retired words and British spellings are in no
 * source at all (scripts/lib/retired-words.test.ts).
 */
const retired = [
  /\beverybody\b|\bat once\b|\bgood for \d|\brunning plan\b|\bmails?\b|\bany time\b|\bmessages? us\b/i,
  /\b(?:do|is|are|will|can|did|does) not\b|\b(?:you|we|they) (?:are|will|have)\b/i,
];
test.each(english)('the text %s is in the voice of the house', (_name, body) => {
  for (const shape of retired) expect(body).not.toMatch(shape);
});

test.each(spanish)('the text %s speaks with usted, in the Spanish of the US', (_name, body) => {
  expect(body).not.toMatch(/\b(?:tu|tus|te|ti|responde|manda|envia|vosotros|os|vuestr\w+|movil|ordenador|sms)\b/i);
});

test('a shape of the voice test finds what it retires', () => {
  for (const slip of ['It is good for 10 minutes', 'we will see', 'Your code is not right', 'Text any time']) {
    expect(
      retired.some((shape) => shape.test(slip)),
      slip,
    ).toBe(true);
  }
});
