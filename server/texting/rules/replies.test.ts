import { expect, test } from 'vitest';

import { brand } from '#contract/brand.ts';
import { measureSms } from '#server/answers/gsm7.ts';

import { replies, verificationCodeText, welcomeText } from './replies.ts';

const oneSegment = { encoding: 'gsm7', segments: 1 };

test.each(Object.entries(replies))('the %s reply is one GSM-7 segment', (_kind, body) => {
  expect(measureSms(body)).toMatchObject(oneSegment);
});

test('a verification code fits one segment and is easy to copy', () => {
  expect(measureSms(verificationCodeText('123456'))).toMatchObject(oneSegment);
  expect(verificationCodeText('123456')).toContain(' 123456.');
});

test('the welcome fits one segment and shows the service number in the American format', () => {
  expect(measureSms(welcomeText('+13125550142'))).toMatchObject(oneSegment);
  expect(welcomeText('+13125550142')).toContain('(312) 555-0142');
  // The longest number that E.164 allows.
  expect(measureSms(welcomeText('+441234567890123'))).toMatchObject(oneSegment);
});

test.each(['opt_in_ask', 'opted_in', 'start'] as const)('the %s text names rates, HELP and STOP', (kind) => {
  expect(replies[kind]).toMatch(/Msg&data rates may apply\. Reply HELP for help, STOP to opt out\.$/);
});

test('the HELP text names the service, the way to help, rates and STOP', () => {
  expect(replies.help).toContain(brand.name);
  expect(replies.help).toContain(brand.supportEmail);
  expect(replies.help).toMatch(/Msg&data rates may apply\. Reply STOP to opt out\.$/);
});

test('the STOP confirmation names the service and the way back, and offers nothing', () => {
  expect(replies.stop).toContain(brand.name);
  expect(replies.stop).toMatch(/START/);
  expect(replies.stop).not.toMatch(/plan|pay|bill|subscri|sign/i);
});

test.each(['promo', 'inactive', 'unverified'] as const)('the %s notice ends with the way out', (kind) => {
  expect(replies[kind]).toMatch(/Reply STOP to opt out\.$/);
});

test('the crisis reply names both numbers and nothing of ours', () => {
  expect(replies.crisis).toContain('call 911');
  expect(replies.crisis).toContain('988');
  expect(replies.crisis).not.toContain(brand.name);
});

test('every text but the crisis reply names the service', () => {
  const nameless = Object.entries(replies).filter(([, body]) => !body.includes(brand.name));
  expect(nameless.map(([kind]) => kind)).toEqual(['crisis']);
});

test('no text holds a link, only our own domain and address', () => {
  for (const body of Object.values(replies)) {
    const rest = body.replaceAll(brand.supportEmail, '').replaceAll(brand.domain, '');
    expect(rest).not.toMatch(/https?:|www\.|\w\.(?:com|net|org|example)\b/i);
  }
});
