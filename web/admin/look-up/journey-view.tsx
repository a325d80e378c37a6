import { useEffect, useRef } from 'react';

import type { TextJourney } from '#contract/admin-look-up.ts';

import { customerCopy } from '../customer-copy.ts';
import { deskCopy } from '../desk-copy.ts';
import { Facts } from '../facts.tsx';
import { formatCode, formatMomentExactly, formatSeconds, nameOfCode } from '../format.ts';

const copy = customerCopy.journeyView;
const states: Readonly<Record<string, string>> = copy.states;

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
            <p className="text-sm text-muted">{at === null ? copy.timeUnknown : formatMomentExactly(at)}</p>
            {details !== '' && <p className="text-sm wrap-anywhere">{details}</p>}
          </li>
        ))}
      </ol>
      {received !== null && (
        <div className="mt-5 border-t border-hairline pt-3">
          <Facts
            facts={[
              [copy.id, received.id],
              [copy.state, formatCode(received.state)],
              [copy.outcome, received.outcome === null ? copy.open : formatCode(received.outcome)],
              [copy.answerDueBy, formatMomentExactly(received.answerBy)],
              [copy.attempts, received.attempts],
              [copy.countedAsQuery, received.isAccepted ? copy.yes : copy.no],
              [copy.account, received.userId ?? copy.none],
              [copy.carrierCopy, received.isCopyRemoved ? copy.removed : copy.notRemoved],
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
  const steps =
    received === null
      ? []
      : [step('received', copy.received, received.receivedAt, nameOfCode(deskCopy.textKinds, received.kind))];
  for (const send of sends) {
    const purpose = nameOfCode(copy.purposes, send.purpose);
    const title = send.attempt > 1 ? copy.attempt(purpose, send.attempt) : purpose;
    steps.push(step(`${send.id} intent`, copy.queued(title), send.intentAt, send.id));
    const segments = send.segments === null ? [] : [copy.segments(send.segments)];
    const delivery = send.delivery === null ? [] : [copy.delivery(send.delivery)];
    const error = send.errorCode === null ? [] : [copy.error(send.errorCode)];
    const details = [...segments, ...delivery, ...error].join(', ');
    if (send.state === 'intent') continue;
    const ended = copy.ended(title, states[send.state] ?? send.state);
    steps.push(step(`${send.id} end`, ended, send.acceptedAt, details));
  }
  if (received?.closedAt)
    steps.push(step('closed', copy.closed, received.closedAt, formatCode(received.outcome ?? '')));
  return steps;
}
