import { useQuery } from '@tanstack/react-query';

import { DeskStatus, type LampView } from '#contract/admin-desk.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Chip } from '#web/ui/chip.tsx';
import { fill } from '#web/ui/fill.tsx';

import { quiet, useAdmin } from '../admin-calls.ts';
import { deskCopy } from '../desk-copy.ts';
import { formatCount, formatDuration, formatSeconds } from '../format.ts';
import { NotRefreshed } from '../not-refreshed.tsx';
import { useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

const copy = deskCopy.statusStrip;

/** The strip refreshes at this pace, whatever the auto-refresh of the tabs is. */
const refreshMs = 10_000;

/** Over all tabs: whether texts are answered now, what they depend on, and what needs a person. */
export function StatusStrip() {
  const { ask } = useAdmin();
  const query = useQuery({
    queryKey: ['status'],
    queryFn: () => ask('/api/admin/status', { reads: DeskStatus }),
    refetchInterval: refreshMs,
    meta: quiet,
  });
  const { data, isError } = query;
  return (
    <section
      aria-label={copy.serviceStatus}
      className={`rounded-lg border bg-surface px-4 py-3 ${borders[data?.state ?? 'working']}`}
    >
      {data ? (
        <Status status={data} />
      ) : (
        <p className={`min-h-8 ${isError ? 'text-danger' : 'text-muted'}`}>
          {isError ? copy.couldNotLoad : copy.loading}
        </p>
      )}
      <div className="mt-2 empty:hidden">
        <NotRefreshed query={query} />
      </div>
    </section>
  );
}

/** Red or yellow all around: what is wrong shows from the corner of an eye, on every tab. */
const borders = { working: 'border-hairline', slow: 'border-warn', not_answering: 'border-danger' } as const;

const stateTones = { working: 'good', slow: 'warn', not_answering: 'bad' } as const;

function Status({ status }: { status: DeskStatus }) {
  const now = Date.parse(status.at);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <output>
          <Chip tone={stateTones[status.state]}>{copy.states[status.state]}</Chip>
        </output>
        <Lately lately={status.lately} />
      </div>
      <ul aria-label={copy.lamps} className="mt-2 flex flex-col gap-x-5 gap-y-1 text-sm sm:flex-row sm:flex-wrap">
        {status.lamps.map((lamp) => (
          <Lamp key={lamp.name} lamp={lamp} now={now} />
        ))}
      </ul>
      {status.signals.length > 0 && <Signals signals={status.signals} now={now} />}
    </>
  );
}

/** The last ten minutes in one line; the questions that failed lead to their list. */
function Lately({ lately }: { lately: DeskStatus['lately'] }) {
  const { openFailures } = useDeskNavigation();
  const look = 'text-sm text-muted tabular-nums';
  if (lately === null) return <p className={look}>{copy.couldNotLoadLately}</p>;
  const { answered, failed, medianMs, openTexts, oldestOpenSeconds } = lately;
  const open =
    oldestOpenSeconds === null
      ? copy.nothingOpen
      : copy.open(formatCount(openTexts), formatDuration(oldestOpenSeconds));
  const failures = copy.failed(formatCount(failed));
  const parts = {
    answered: formatCount(answered),
    // Together: the comma would begin a line.
    failed: (
      <span className="whitespace-nowrap">
        {failed > 0 ? <RowLink onClick={() => openFailures('questions', 'hour')}>{failures}</RowLink> : failures}
        {medianMs !== null && copy.median(formatSeconds(medianMs))}
      </span>
    ),
    open,
  };
  return <p className={look}>{fill(copy.lately, parts)}</p>;
}

const lampDots = { good: 'bg-ok', warn: 'bg-warn', bad: 'bg-danger' } as const;

function Lamp({ lamp, now }: { lamp: LampView; now: number }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${lampDots[lamp.state]}`} />
      <span className="font-medium">{copy.lampNames[lamp.name]}</span>
      <span className="text-muted tabular-nums">{describe(lamp, now)}</span>
    </li>
  );
}

/** A lamp's state with its age: for how long a signal has fired, or how long ago the work was last done. */
function describe({ state, since, workedAt }: LampView, now: number): string {
  const say = copy.lampStates[state];
  if (since !== null) return say(copy.firingFor(formatDuration((now - Date.parse(since)) / 1000)));
  if (state !== 'good') return copy.notRead;
  if (workedAt === null) return say(copy.idle);
  const seconds = (now - Date.parse(workedAt)) / 1000;
  return say(seconds < 60 ? copy.justNow : copy.ago(formatDuration(Math.floor(seconds / 60) * 60)));
}

/** What needs a person, in the words of the alert and of the runbook. */
function Signals({ signals, now }: { signals: DeskStatus['signals']; now: number }) {
  return (
    <ul aria-label={copy.needsAttention} className="mt-3 space-y-1.5 border-t border-hairline pt-3 text-sm">
      {signals.map(({ code, severity, sentence, remedy, since }) => (
        <li key={code}>
          <details>
            <summary className="min-h-6 cursor-pointer">
              <span className={severity === 'critical' ? 'font-semibold text-danger' : 'font-semibold text-warn'}>
                {copy.severities[severity]}
              </span>{' '}
              {sentence}{' '}
              <span className="text-muted" title={formatMoment(since)}>
                {copy.firingFor(formatDuration((now - Date.parse(since)) / 1000))}
              </span>
            </summary>
            <p className="py-1 pl-4 text-muted">
              {remedy} <code className="wrap-anywhere">{code}</code>
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}
