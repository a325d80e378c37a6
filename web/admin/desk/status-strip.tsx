import { useQuery } from '@tanstack/react-query';

import { DeskStatus, type LampView } from '#contract/admin-desk.ts';
import { Chip } from '#web/ui/chip.tsx';

import { quiet, useAdmin } from '../admin-calls.ts';
import { formatCount, formatDuration, formatMoment, formatSeconds, formatTime } from '../format.ts';
import { useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

/** The strip refreshes at this pace, whatever the auto-refresh of the tabs is. */
const refreshMs = 10_000;

/** Over all tabs: whether texts are answered now, what they depend on, and what needs a person. */
export function StatusStrip() {
  const { ask } = useAdmin();
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: ['status'],
    queryFn: () => ask('/api/admin/status', { reads: DeskStatus }),
    refetchInterval: refreshMs,
    meta: quiet,
  });
  return (
    <section aria-label="Service status" className="rounded-lg border border-hairline bg-surface px-4 py-3">
      {data ? (
        <Status status={data} />
      ) : (
        <p className="min-h-8 text-muted">{isError ? 'The status could not be read.' : 'Reading the status'}</p>
      )}
      {data && isError && (
        <p className="mt-2 text-sm text-danger">Showing {formatTime(dataUpdatedAt)}. Couldn’t refresh.</p>
      )}
    </section>
  );
}

const states = {
  working: ['WORKING', 'good'],
  slow: ['SLOW', 'warn'],
  not_answering: ['NOT ANSWERING', 'bad'],
} as const;

function Status({ status }: { status: DeskStatus }) {
  const [word, tone] = states[status.state];
  const now = Date.parse(status.at);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <output>
          <Chip tone={tone}>{word}</Chip>
        </output>
        <Lately lately={status.lately} />
      </div>
      <ul aria-label="Lamps" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
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
  if (lately === null) return <p className={look}>We couldn’t read the last ten minutes.</p>;
  const { answered, failed, medianMs, openTexts, oldestOpenSeconds } = lately;
  const open =
    oldestOpenSeconds === null
      ? 'nothing open'
      : `${formatCount(openTexts)} open, the oldest ${formatDuration(oldestOpenSeconds)} old`;
  const median = medianMs === null ? '' : `, median ${formatSeconds(medianMs)}`;
  const failures = `${formatCount(failed)} failed`;
  return (
    <p className={look}>
      Last 10 minutes: {formatCount(answered)} answered,{' '}
      {failed > 0 ? <RowLink onClick={() => openFailures('questions', 'hour')}>{failures}</RowLink> : failures}
      {median}; {open}
    </p>
  );
}

const lampNames: Readonly<Record<LampView['name'], string>> = {
  carrier: 'Carrier',
  model: 'Model',
  payments: 'Payments',
  mail: 'Mail',
  database: 'Database',
};
const lampLooks = {
  good: ['bg-ok', 'OK'],
  warn: ['bg-warn', 'Warning'],
  bad: ['bg-danger', 'Failing'],
} as const;

function Lamp({ lamp, now }: { lamp: LampView; now: number }) {
  const [dot, word] = lampLooks[lamp.state];
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${dot}`} />
      <span className="font-medium">{lampNames[lamp.name]}</span>
      <span className="text-muted tabular-nums">
        {word}, {ageOf(lamp, now)}
      </span>
    </li>
  );
}

/** For how long a signal has fired, or how long ago the work was last done. */
function ageOf({ state, since, workedAt }: LampView, now: number): string {
  if (since !== null) return `for ${formatDuration((now - Date.parse(since)) / 1000)}`;
  if (state !== 'good') return 'not read';
  if (workedAt === null) return 'idle';
  const seconds = (now - Date.parse(workedAt)) / 1000;
  return seconds < 60 ? 'now' : `${formatDuration(Math.floor(seconds / 60) * 60)} ago`;
}

/** What needs a person, in the words of the alert and of the runbook. */
function Signals({ signals, now }: { signals: DeskStatus['signals']; now: number }) {
  return (
    <ul aria-label="What needs a person" className="mt-3 space-y-1.5 border-t border-hairline pt-3 text-sm">
      {signals.map(({ code, severity, sentence, remedy, since }) => (
        <li key={code}>
          <details>
            <summary className="min-h-6 cursor-pointer">
              <span className={severity === 'critical' ? 'font-semibold text-danger' : 'font-semibold text-warn'}>
                {severity === 'critical' ? 'Critical' : 'Warning'}
              </span>{' '}
              {sentence}{' '}
              <span className="text-muted" title={formatMoment(since)}>
                for {formatDuration((now - Date.parse(since)) / 1000)}
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
