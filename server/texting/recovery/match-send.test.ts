import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import type { CarrierText } from '#server/providers/ports/carrier.ts';

import { replies } from '../rules/replies.ts';
import { type Listing, matchSend } from './match-send.ts';

/** The intent is a minute old. Ages are by one clock each, so there is no other time in here. */
const ageMs = 60_000;
const ageAfter = (seconds: number): number => ageMs - seconds * 1000;

/** A text that the carrier created so many seconds after the intent. */
function sent(sid: string, seconds: number, details: Partial<CarrierText> = {}): CarrierText {
  return {
    sid,
    from: '+12025550100',
    to: '+12125550142',
    direction: 'outbound',
    createdAt: new Date(0),
    ageMs: ageAfter(seconds),
    body: null,
    mediaCount: 0,
    status: 'sent',
    segments: 2,
    ...details,
  };
}

function match(details: Partial<Listing>): string {
  const found = matchSend({
    listed: [],
    recorded: new Set(),
    ageMs,
    rivalAgesMs: [],
    laterMs: [0, 0],
    knownSid: null,
    isProven: false,
    isCrisis: false,
    unknownForMs: 60_000,
    quietPeriodMs: 60_000,
    ...details,
  });
  return found.kind === 'found' ? `${found.sid}${found.isDuplicated ? ' twice' : ''}` : found.kind;
}

test('what the carrier made since the intent, and no other send is known to be, is this send', () => {
  expect(match({ listed: [sent('SM2', 1), sent('SM1', -400)], recorded: new Set(['SM1']) })).toBe('SM2');
});

test('what stands above the last known text and is not known is this send, unless it is older by more than a minute', () => {
  const listed = [sent('SM2', -60), sent('SM1', -7200)];
  const older = [sent('SM2', -61), sent('SM1', -7200)];
  expect(match({ listed: older, recorded: new Set(['SM1']), knownSid: 'SM1' })).toBe('not_created');
  expect(match({ listed, recorded: new Set(['SM1']), knownSid: 'SM1' })).toBe('SM2');
  expect(match({ listed: [sent('SM1', 1), sent('SM0', 0)], recorded: new Set(['SM1']), knownSid: 'SM1' })).toBe(
    'not_created',
  );
});

test('where no text of the phone is known, its age may differ from that of the intent by five seconds', () => {
  expect(match({ listed: [sent('SM2', -5)] })).toBe('SM2');
  expect(match({ listed: [sent('SM2', -6)] })).toBe('not_created');
});

test('texts of the phone, and texts that are bound, do not count', () => {
  expect(
    match({ listed: [sent('SM3', 1, { direction: 'inbound' }), sent('SM2', 1)], recorded: new Set(['SM2']) }),
  ).toBe('not_created');
});

test('of two that fit, the older is this send and the younger a duplicate', () => {
  expect(match({ listed: [sent('SM3', 9), sent('SM2', 1)] })).toBe('SM2 twice');
});

test('where other sends may be in the list, a text is that of the one which began last before it', () => {
  expect(match({ listed: [sent('SM2', 9), sent('SM1', 1)], rivalAgesMs: [ageAfter(8.4)] })).toBe('SM1');
  expect(match({ listed: [sent('SM2', 8)], rivalAgesMs: [ageAfter(8.4)] })).toBe('not_created');
  expect(match({ listed: [sent('SM2', 9), sent('SM1', -6)], rivalAgesMs: [ageAfter(-9)] })).toBe('SM2');
});

test('when it is not sure how old a send is, its text is not shut out', () => {
  const details = { laterMs: [0, 4000], rivalAgesMs: [ageAfter(-2)] } as const;
  expect(match({ listed: [sent('SM2', -5.5)], ...details })).toBe('SM2');
});

test('a crisis reply is known by its words, and is not taken for an answer', () => {
  const crisis = sent('SM2', 1, { body: new Secret(replies.crisis.en) });
  const answer = sent('SM3', 2, { body: new Secret('Paris.') });
  expect(match({ listed: [answer, crisis] })).toBe('SM3');
  expect(match({ listed: [crisis] })).toBe('not_created');
  expect(match({ listed: [answer, crisis], isCrisis: true })).toBe('SM2');
  expect(match({ listed: [answer], isCrisis: true })).toBe('not_created');
});

test('absence proves something only after the settling time', () => {
  expect(match({ unknownForMs: 59_999 })).toBe('not_yet');
  expect(match({ unknownForMs: 60_000 })).toBe('not_created');
});

test('a list without the text that must be in it is not believed, however long it is empty', () => {
  expect(match({ knownSid: 'SM1', unknownForMs: 600_000 })).toBe('list_not_believed');
  expect(match({ knownSid: 'SM1', listed: [sent('SM1', -400)], recorded: new Set(['SM1']) })).toBe('not_created');
  expect(match({ knownSid: 'SM1', isProven: true })).toBe('not_created');
});
