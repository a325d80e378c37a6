import type { OverviewReply } from '#contract/admin-overview.ts';

const formats: Readonly<Record<OverviewReply['step'], Intl.DateTimeFormatOptions>> = {
  minute: { hour: 'numeric', minute: '2-digit' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  // Days are those of UTC: in the reader's own time they would begin in the middle of the day before.
  day: { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
};

/** What the steps of a chart are called: minutes and hours in the reader's time, days in UTC. */
export function stepNames({ step, steps }: Pick<OverviewReply, 'step' | 'steps'>): string[] {
  const format = new Intl.DateTimeFormat('en-US', formats[step]);
  return steps.map(({ at }) => format.format(new Date(at)));
}
