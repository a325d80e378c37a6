import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { asksAll } from '../asks-for.ts';
import { type Grounds, isAllConfirmed, judgeClaims, withoutUnconfirmed } from './uncited.ts';

const body = 'The library is downtown. Its phone number is (312) 555-0199. It is open until 8 PM.';
const none = { raw: body, given: [] };
const quoted = (...texts: string[]): Grounds => ({
  ...none,
  sources: { kind: 'quoted', texts: texts.map((text) => new Secret(text)) },
});

test('where the search is quoted, a quote must have each number, address and time', () => {
  const isConfirmed = (grounds: Grounds): boolean => isAllConfirmed(judgeClaims(body, grounds));
  expect(isConfirmed(quoted('Library, 312-555-0199. Mon-Sat 9am-8pm'))).toBe(true);
  expect(isConfirmed(quoted('Library, 312-555-0199', 'Hours: 9-8'))).toBe(true);
  expect(isConfirmed(quoted('Library, 312-555-0199'))).toBe(false);
  expect(isConfirmed(quoted())).toBe(false);
  // What the person or the answer before said needs no source.
  const given = [new Secret('is 312 555 0199 the library and open until 8 pm')];
  expect(isConfirmed({ ...quoted(), given })).toBe(true);
});

test('where pages are only cited, the paragraph must have a citation', () => {
  const raw = 'The library is downtown.\n- Phone: (312) 555-0199\n- Open until 8 PM';
  const at = (text: string): { start: number; end: number } => ({ start: raw.indexOf(text), end: raw.length });
  const confirmed = (...spans: { start: number; end: number }[]): boolean =>
    isAllConfirmed(judgeClaims(body, { raw, given: [], sources: { kind: 'cited', spans } }));
  expect(confirmed()).toBe(false);
  expect(confirmed(at('The library'))).toBe(false);
  expect(confirmed(at('555-0199'))).toBe(false);
  expect(confirmed(at('555-0199'), at('8 PM'))).toBe(true);
});

test('what has no source is left out, and the answer says so in its language', () => {
  const say = (language: 'en' | 'es', ...sources: string[]): string =>
    withoutUnconfirmed(judgeClaims(body, quoted(...sources)), { asks: asksAll, language }).body;
  expect(say('en', 'Hours: 9-8')).toBe(
    "I couldn't find the phone number in a source that confirms it. The library is downtown. It is open until 8 PM.",
  );
  expect(say('en')).toBe(
    "I couldn't find the phone number or hours in a source that confirms it. The library is downtown.",
  );
  expect(say('es')).toBe(
    'No encontré el teléfono ni el horario en una fuente que lo confirme. The library is downtown.',
  );
  const only = judgeClaims('Call (312) 555-0199.', quoted());
  expect(withoutUnconfirmed(only, { asks: asksAll, language: 'en' })).toMatchObject({
    body: "I couldn't find the phone number in a source that confirms it.",
    segments: 1,
    encoding: 'gsm7',
  });
});
