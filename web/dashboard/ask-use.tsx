import type { AskStatus } from '#contract/ask-status.ts';
import { formatDay, formatTime } from '#web/lib/format/format-date.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';

import { dashboardCopy } from './dashboard-copy.ts';

const copy = dashboardCopy.askUse;

/** When we last answered, and how much was asked this month: times and counts, never words. */
export function AskUse({ status: { lastAnswer, questionsThisMonth } }: { status: AskStatus }) {
  const isHelper = useIsHelper();
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-ink/10 pt-4 text-sm text-muted">
      <output>
        {lastAnswer === null ? (isHelper ? copy.waitingForTheirs : copy.waiting) : describeAnswer(lastAnswer)}
      </output>
      <p className="tabular-nums">{copy.thisMonth(counted(questionsThisMonth))}</p>
    </div>
  );
}

function describeAnswer({ answeredAt, seconds }: NonNullable<AskStatus['lastAnswer']>): string {
  const took = seconds === 1 ? copy.oneSecond : copy.seconds(seconds);
  const day = new Date(answeredAt).toDateString() === new Date().toDateString() ? '' : copy.on(formatDay(answeredAt));
  return copy.answered(day, formatTime(answeredAt), took);
}

function counted(questions: number): string {
  return questions === 1 ? copy.oneQuestion : copy.questions(questions.toLocaleString('en-US'));
}
