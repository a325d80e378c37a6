import type { OverviewReply } from '#contract/admin-overview.ts';

const formats: Readonly<Record<OverviewReply['step'], Intl.DateTimeFormatOptions>> = {
  minute: { hour: 'numeric', minute: '2-digit' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  // Days are UTC days: in the reader's time zone they would start on the previous day.
  day: { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
};

/** The labels of a chart's steps: minutes and hours in the reader's time zone, days in UTC. */
export function stepNames({ step, steps }: Pick<OverviewReply, 'step' | 'steps'>): string[] {
  const format = new Intl.DateTimeFormat('en-US', formats[step]);
  return steps.map(({ at }) => format.format(new Date(at)));
}
