import { useEffect, useRef } from 'react';

import type { TextJourney } from '#contract/admin-look-up.ts';

import { Facts } from '../facts.tsx';
import { formatCode, formatMomentExactly, formatSeconds } from '../format.ts';

/** A text's path through the service: states and times, without its content. */
export function JourneyView({ journey }: { journey: TextJourney }) {
  const { received } = journey;
  const view = useRef<HTMLDivElement>(null);
  // On a phone the view is far below the button that opened it. Each text has its own instance.
  useEffect(() => {
    view.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={view} className="mt-6 border-t border-hairline pt-5">
      <ol className="border-l-2 border-brand">
        {journeySteps(journey).map(({ key, title, at, after, details }) => (
          <li key={key} className="relative pb-5 pl-5 last:pb-0">
            <span aria-hidden="true" className="absolute top-2 -left-[7px] size-3 rounded-full bg-brand" />
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{title}</span>
              {after !== null && <span className="text-sm text-muted tabular-nums">{after}</span>}
            </p>
            <p className="text-sm text-muted">{at === null ? 'time not known' : formatMomentExactly(at)}</p>
            {details !== '' && <p className="text-sm wrap-anywhere">{details}</p>}
          </li>
        ))}
      </ol>
      {received !== null && (
        <div className="mt-5 border-t border-hairline pt-3">
          <Facts
            facts={[
              ['ID', received.id],
              ['State', formatCode(received.state)],
              ['Outcome', received.outcome === null ? 'open' : formatCode(received.outcome)],
              ['Answer due by', formatMomentExactly(received.answerBy)],
              ['Tries', received.attempts],
              ['Counted as a query', received.isAccepted ? 'yes' : 'no'],
              ['Account', received.userId ?? 'none'],
              ['Carrier’s copy', received.isCopyRemoved ? 'removed' : 'not removed yet'],
            ]}
          />
        </div>
      )}
    </div>
  );
}

type JourneyStep = {
  readonly key: string;
  readonly title: string;
  readonly at: string | null;
  /** Time since the first step: "+2.4 s". */
  readonly after: string | null;
  readonly details: string;
};

/** The steps of a text in order: received, each send with its delivery status, closed. */
function journeySteps({ received, sends }: TextJourney): JourneyStep[] {
  const begin = received?.receivedAt ?? sends[0]?.intentAt ?? null;
  const step = (key: string, title: string, at: string | null, details = ''): JourneyStep => ({
    key,
    title,
    at,
    after:
      begin === null || at === null || at === begin ? null : `+${formatSeconds(Date.parse(at) - Date.parse(begin))}`,
    details,
  });
  const steps = received === null ? [] : [step('received', 'Received', received.receivedAt, formatCode(received.kind))];
  for (const send of sends) {
    const title = `${formatCode(send.purpose)}${send.attempt > 1 ? `, try ${send.attempt}` : ''}`;
    steps.push(step(`${send.id} intent`, `${title}: queued to send`, send.intentAt, send.id));
    const segments = send.segments === null ? [] : [`${send.segments} ${send.segments === 1 ? 'segment' : 'segments'}`];
    const delivery = send.delivery === null ? [] : [`delivery: ${send.delivery}`];
    const error = send.errorCode === null ? [] : [`error ${send.errorCode}`];
    const details = [...segments, ...delivery, ...error].join(', ');
    if (send.state !== 'intent')
      steps.push(step(`${send.id} end`, `${title}: ${send.state}`, send.acceptedAt, details));
  }
  if (received?.closedAt) steps.push(step('closed', 'Closed', received.closedAt, formatCode(received.outcome ?? '')));
  return steps;
}
