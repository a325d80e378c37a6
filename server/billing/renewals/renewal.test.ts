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
const monthly: Renewing = { ...yearly, interval: 'month' };
const ofMarch: Renewing = { ...monthly, createdAt: at('2026-03-15') };

test.each([
  ['a yearly plan, 31 days ahead', yearly, '2026-11-19', null],
  ['a yearly plan, 30 days ahead', yearly, '2026-11-20', '2026-12-20'],
  ['a yearly plan, 15 days ahead', yearly, '2026-12-05', '2026-12-20'],
  ['a yearly plan, 14 days ahead: too late to be of use', yearly, '2026-12-06', null],
  ['a yearly plan that was canceled', { ...yearly, isEnding: true }, '2026-11-25', null],
  ['a yearly plan that owes', { ...yearly, status: 'past_due' as const }, '2026-11-25', null],
  [
    'a yearly plan that renews on another day than it began',
    { ...yearly, createdAt: at('2025-06-01') },
    '2026-11-25',
    '2026-12-20',
  ],
  ['a monthly plan before its anniversary', monthly, '2026-11-25', '2026-12-20'],
  ['a monthly plan in its first months', { ...monthly, currentPeriodEnd: at('2026-04-20') }, '2026-03-25', null],
  ['a monthly plan in its first days', { ...monthly, currentPeriodEnd: at('2026-01-20') }, '2025-12-25', null],
  [
    'a monthly plan over New Year',
    { ...monthly, createdAt: at('2025-01-10'), currentPeriodEnd: at('2027-01-10') },
    '2026-12-15',
    '2027-01-10',
  ],
  [
    'one of 29 February',
    { ...monthly, createdAt: at('2024-02-29'), currentPeriodEnd: at('2026-02-28') },
    '2026-02-05',
    '2026-03-01',
  ],
  [
    'one of March, a day before another renewal',
    { ...ofMarch, currentPeriodEnd: at('2027-02-15') },
    '2027-02-14',
    null,
  ],
  ['one of March after it', { ...ofMarch, currentPeriodEnd: at('2027-03-15') }, '2027-02-16', '2027-03-15'],
  [
    'one whose renewals moved to another day of the month',
    { ...ofMarch, currentPeriodEnd: at('2027-03-25') },
    '2027-03-05',
    '2027-03-15',
  ],
])('%s', (_what, subscription, now, renewal) => {
  expect(renewalToRemindOf(subscription, at(now))).toEqual(renewal === null ? null : at(renewal));
});

test('asked every day, a year of a continuing plan has one reminder, of a renewal 15 to 31 days ahead', () => {
  const start = fc.date({ min: at('2024-01-01'), max: at('2027-12-31'), noInvalidDate: true });
  fc.assert(fc.property(start, fc.constantFrom('month' as const, 'year' as const), remindsOnce), { numRuns: 40 });
  // Each day of creation of a year: before an anniversary in March, the renewal in February is nearly due.
  for (let days = 0; days < 365; days += 1) remindsOnce(new Date(at('2026-01-01').getTime() + days * dayMs), 'month');
});

const dayMs = 86_400_000;

function remindsOnce(createdAt: Date, interval: 'month' | 'year'): void {
  const reminded = new Set<number>();
  for (let days = 1; days <= 364; days += 1) {
    const now = new Date(createdAt.getTime() + days * dayMs);
    const currentPeriodEnd = periodEndAt(now, createdAt, interval === 'year' ? 12 : 1);
    const renewal = renewalToRemindOf(
      { status: 'active', createdAt, currentPeriodEnd, isEnding: false, interval },
      now,
    );
    if (renewal === null || reminded.has(renewal.getTime())) continue;
    // What the email names.
    const ahead = (currentPeriodEnd.getTime() - now.getTime()) / dayMs;
    expect([createdAt, ahead >= 15 && ahead <= 31]).toEqual([createdAt, true]);
    reminded.add(renewal.getTime());
  }
  expect([createdAt, reminded.size]).toEqual([createdAt, 1]);
}

/** As Stripe has it: the day of the month on which the plan began, or the last one of a shorter month. */
function periodEndAt(now: Date, createdAt: Date, months: number): Date {
  for (let periods = 1; ; periods += 1) {
    const end = new Date(createdAt);
    end.setUTCMonth(createdAt.getUTCMonth() + periods * months);
    if (end.getUTCDate() !== createdAt.getUTCDate()) end.setUTCDate(0);
    if (end > now) return end;
  }
}
