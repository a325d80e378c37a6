import { useEffect, useRef } from 'react';

import type { TextJourney } from '#contract/admin-look-up.ts';

import { Facts } from '../facts.tsx';
import { formatCode, formatMomentExactly } from '../format.ts';
import { journeySteps } from './journey-steps.ts';

/** A text's way through the service: states and times, nothing of what it said. */
export function JourneyView({ journey }: { journey: TextJourney }) {
  const { received } = journey;
  const view = useRef<HTMLDivElement>(null);
  // On a phone it stands far below what was pressed. Every text followed is a view of its own.
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
              ['Id', received.id],
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
