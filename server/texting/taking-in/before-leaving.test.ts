import { expect, test } from 'vitest';

import type { TextKind } from '../keywords/classify.ts';
import { isFromBeforeLeaving } from './before-leaving.ts';

const now = new Date('2026-11-21T15:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const phone = { id: 'phone', userId: 'user', isVerified: true, awaitsYes: false, subscription: null };

function isOld(sentAt: Date | null, departedAt: Date | null, kind: TextKind = 'question'): boolean | 'unsure' {
  return isFromBeforeLeaving({ kind, sentAt }, { now, departedAt, phone: null });
}

test('what was sent before the account was deleted is told from what was sent after it', () => {
  expect([ago(11), ago(10), ago(9)].map((sentAt) => isOld(sentAt, ago(10)))).toEqual([true, true, false]);
  expect(isFromBeforeLeaving({ kind: 'question', sentAt: ago(11) }, { now, departedAt: ago(10), phone })).toBe(true);
  expect(isOld(null, ago(10))).toBe(false);
  expect(isOld(ago(11), null)).toBe(false);
});

test('a webhook right after the deletion may be a late one, unless the phone has a new owner or cannot wait', () => {
  expect(isOld(null, ago(0.1))).toBe('unsure');
  expect(isFromBeforeLeaving({ kind: 'question', sentAt: null }, { now, departedAt: ago(0.1), phone })).toBe(false);
  for (const kind of ['stop', 'start', 'crisis'] as const) expect(isOld(null, ago(0.1), kind), kind).toBe(false);
});
