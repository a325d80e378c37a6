import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Renewing, renewalToRemindOf } from './renewal.ts';

const at = (iso: string) => new Date(`${iso}T12:00:00Z`);
const yearly: Renewing = {
  status: 'active',
  createdAt: at('2025-12-20'),
  currentPeriodEnd: at('2026-12-20'),
  isEnding: false,
  interval: 'year',
};
const monthly: Renewing = { ...yearly, currentPeriodEnd: at('2026-11-20'), interval: 'month' };

test.each([
  ['a yearly plan, 31 days ahead', yearly, '2026-11-19', null],
  ['a yearly plan, 30 days ahead', yearly, '2026-11-20', '2026-12-20'],
  ['a yearly plan, 15 days ahead', yearly, '2026-12-05', '2026-12-20'],
  ['a yearly plan, 14 days ahead: too late to be of use', yearly, '2026-12-06', null],
  ['a yearly plan that was canceled', { ...yearly, isEnding: true }, '2026-11-25', null],
  ['a yearly plan that owes', { ...yearly, status: 'past_due' as const }, '2026-11-25', null],
  ['a monthly plan before its anniversary', monthly, '2026-11-25', '2026-12-20'],
  ['a monthly plan in its first months', monthly, '2026-03-25', null],
  ['a monthly plan in its first days', monthly, '2025-12-25', null],
  ['a monthly plan over New Year', { ...monthly, createdAt: at('2025-01-10') }, '2026-12-15', '2027-01-10'],
  ['one of 29 February', { ...monthly, createdAt: at('2024-02-29') }, '2026-02-05', '2026-03-01'],
])('%s', (_what, subscription, now, renewal) => {
  expect(renewalToRemindOf(subscription, at(now))).toEqual(renewal === null ? null : at(renewal));
});

test('asked every day, a year of a continuing plan has one reminder, 15 to 30 days ahead', () => {
  const start = fc.date({ min: at('2024-01-01'), max: at('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(start, fc.constantFrom('month' as const, 'year' as const), (createdAt, interval) => {
      const reminded = new Set<number>();
      for (let days = 1; days <= 364; days += 1) {
        const now = new Date(createdAt.getTime() + days * 86_400_000);
        const anniversary = new Date(createdAt);
        anniversary.setUTCFullYear(createdAt.getUTCFullYear() + 1);
        const currentPeriodEnd = interval === 'year' ? anniversary : new Date(now.getTime() + 10 * 86_400_000);
        const renewal = renewalToRemindOf(
          { status: 'active', createdAt, currentPeriodEnd, isEnding: false, interval },
          now,
        );
        if (renewal === null) continue;
        const ahead = (renewal.getTime() - now.getTime()) / 86_400_000;
        expect(ahead).toBeGreaterThanOrEqual(15);
        expect(ahead).toBeLessThanOrEqual(30);
        reminded.add(renewal.getTime());
      }
      expect(reminded.size).toBe(1);
    }),
    { numRuns: 40 },
  );
});
