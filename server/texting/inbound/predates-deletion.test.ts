import { expect, test } from 'vitest';

import type { TextKind } from '../rules/keywords/classify.ts';
import { predatesDeletion } from './predates-deletion.ts';

const now = new Date('2026-11-21T15:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const phone = { id: 'phone', userId: 'user', isVerified: true, awaitsYes: false, subscription: null };

function predates(sentAt: Date | null, departedAt: Date | null, kind: TextKind = 'question'): boolean | 'unsure' {
  return predatesDeletion({ kind, sentAt }, { now, departedAt, phone: null });
}

test('distinguishes texts sent before the account was deleted from texts sent after it', () => {
  expect([ago(11), ago(10), ago(9)].map((sentAt) => predates(sentAt, ago(10)))).toEqual([true, true, false]);
  expect(predatesDeletion({ kind: 'question', sentAt: ago(11) }, { now, departedAt: ago(10), phone })).toBe(true);
  expect(predates(null, ago(10))).toBe(false);
  expect(predates(ago(11), null)).toBe(false);
});

test('a webhook right after the deletion may be late, unless the phone has a new owner or the text cannot wait', () => {
  expect(predates(null, ago(0.1))).toBe('unsure');
  expect(predatesDeletion({ kind: 'question', sentAt: null }, { now, departedAt: ago(0.1), phone })).toBe(false);
  for (const kind of ['stop', 'start', 'crisis'] as const) expect(predates(null, ago(0.1), kind), kind).toBe(false);
});
