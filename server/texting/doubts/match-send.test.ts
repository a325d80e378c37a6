import { expect, test } from 'vitest';

import type { CarrierText } from '#server/providers/ports.ts';

import { type Listing, matchSend } from './match-send.ts';

const intentAt = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number): Date => new Date(intentAt.getTime() + seconds * 1000);

function sent(sid: string, seconds: number, direction: CarrierText['direction'] = 'outbound'): CarrierText {
  return {
    sid,
    from: '+12025550100',
    to: '+12125550142',
    direction,
    createdAt: after(seconds),
    ageMs: 60_000 - seconds * 1000,
    body: null,
    mediaCount: 0,
    status: 'sent',
    segments: 2,
  };
}

function match(details: Partial<Listing>): string {
  const found = matchSend({
    listed: [],
    bound: new Set(),
    isBoundComplete: true,
    intentAt,
    rivalsAt: [],
    knownSid: null,
    settledMs: 60_000,
    settleMs: 60_000,
    ...details,
  });
  return found.kind === 'found' ? `${found.sid}${found.isDuplicated ? ' twice' : ''}` : found.kind;
}

test('what the carrier made since the intent, and no other send is known to be, is this send', () => {
  expect(match({ listed: [sent('SM2', 1), sent('SM1', -400)], bound: new Set(['SM1']) })).toBe('SM2');
});

test('the carrier may be five seconds behind us, but not more', () => {
  expect(match({ listed: [sent('SM2', -5)] })).toBe('SM2');
  expect(match({ listed: [sent('SM2', -6)] })).toBe('absent');
});

test('texts of the phone, and texts that are bound, do not count', () => {
  expect(match({ listed: [sent('SM3', 1, 'inbound'), sent('SM2', 1)], bound: new Set(['SM2']) })).toBe('absent');
});

test('while others may have sent what is listed, it proves nothing; that nothing is listed still does', () => {
  expect(match({ listed: [sent('SM2', 1)], isBoundComplete: false, settledMs: 600_000 })).toBe('not_yet');
  expect(match({ listed: [sent('SM1', -400)], isBoundComplete: false })).toBe('absent');
});

test('of two that fit, the older is this send and the younger a duplicate', () => {
  expect(match({ listed: [sent('SM3', 9), sent('SM2', 1)] })).toBe('SM2 twice');
});

test('where two sends of a phone are open, a text is that of the one which began last before it', () => {
  expect(match({ listed: [sent('SM2', 9), sent('SM1', 1)], rivalsAt: [after(8.4)] })).toBe('SM1');
  expect(match({ listed: [sent('SM2', 8)], rivalsAt: [after(8.4)] })).toBe('absent');
  expect(match({ listed: [sent('SM2', 9), sent('SM1', -2)], rivalsAt: [after(-3)] })).toBe('SM2');
});

test('absence proves something only after the settling time', () => {
  expect(match({ settledMs: 59_999 })).toBe('not_yet');
  expect(match({ settledMs: 60_000 })).toBe('absent');
});

test('a list without the text that must be in it is not believed, however long it is empty', () => {
  expect(match({ knownSid: 'SM1', settledMs: 600_000 })).toBe('list_not_believed');
  expect(match({ knownSid: 'SM1', listed: [sent('SM1', -400)], bound: new Set(['SM1']) })).toBe('absent');
});
