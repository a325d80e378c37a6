import { type DeskStatus, type Lamp, lamps, type LampView } from '#contract/admin-desk.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { answerTimeClassesMs } from '#server/observability/counter-names.ts';
import { signalCodes, signals } from '#server/observability/signals/signals.ts';

import { readWindowSums, type WindowSums } from '../alerting/metric-sources.repo.ts';
import { answerTime } from '../overview/answer-times.ts';
import { readTextsNow } from '../overview/overview.repo.ts';
import { type Firing, readFiring } from './firing-signals.repo.ts';
import { type LastWork, readLastWork } from './status.repo.ts';

export type StatusDeps = {
  readonly db: Db;
  /** What fires in this process, also without the database. */
  readonly firingHere: () => Promise<readonly Firing[]>;
};

type FromDatabase = {
  readonly firing: readonly Firing[];
  readonly lately: NonNullable<DeskStatus['lately']>;
  readonly lastWork: LastWork;
};

/**
 * Whether texts are answered now: the signals that alert the operator, of all processes, in the same words. Without the
 * database it knows the signals of this process only.
 */
export async function readStatus(deps: StatusDeps, now: Date): Promise<DeskStatus> {
  const [here, read] = await Promise.all([deps.firingHere(), readFromDatabase(deps.db)]);
  const firing = mergeFiring([...here, ...(read?.firing ?? [])]);
  return {
    at: now.toISOString(),
    state: stateOf(firing),
    lately: read?.lately ?? null,
    lamps: lamps.map((name) => viewLamp(name, firing, workOf(name, read, now))),
    signals: firing.map(({ code, since }) => {
      const { severity, sentence, remedy } = signals[code];
      return { code, severity, sentence, remedy, since: since.toISOString() };
    }),
  };
}

async function readFromDatabase(db: Db): Promise<FromDatabase | null> {
  try {
    const [firing, sums, texts, lastWork] = await Promise.all([
      readFiring(db),
      readWindowSums(db),
      readTextsNow(db),
      readLastWork(db),
    ]);
    const { openTexts, oldestOpenSeconds } = texts;
    return { firing, lately: { ...countLately(sums), openTexts, oldestOpenSeconds }, lastWork };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  }
}

function countLately(sums: WindowSums) {
  const of = (name: string): number => sums.get(name)?.m10 ?? 0;
  const classes = [...answerTimeClassesMs, 0].map((_upper, index) => of(`questions.answered_ms.${index}`));
  return {
    answered: Math.max(0, of('questions.answered')),
    // A late answer takes a failure back.
    failed: Math.max(0, of('questions.failed')),
    medianMs: answerTime(classes, 0.5),
  };
}

/** Each signal once, since it fired first; critical ones first, then in the order of the runbook. */
function mergeFiring(all: readonly Firing[]): Firing[] {
  return [...Map.groupBy(all, ({ code }) => code)]
    .map(([code, same]) => ({ code, since: new Date(Math.min(...same.map(({ since }) => since.getTime()))) }))
    .toSorted((one, other) => rank(one) - rank(other));
}

function rank({ code }: Firing): number {
  return signalCodes.indexOf(code) + (signals[code].severity === 'critical' ? 0 : signalCodes.length);
}

/** The first word of the desk: the worst that a firing signal says about answers. */
function stateOf(firing: readonly Firing[]): DeskStatus['state'] {
  const said = new Set(firing.map(({ code }) => signals[code].answers));
  if (said.has('not_answering')) return 'not_answering';
  return said.has('slow') ? 'slow' : 'working';
}

/** What is known of a lamp's work. */
type Work = { readonly isRead: boolean; readonly at: Date | null };

function workOf(name: Lamp, read: FromDatabase | null, now: Date): Work {
  if (read === null) return { isRead: false, at: null };
  return { isRead: true, at: name === 'database' ? now : read.lastWork[name] };
}

function viewLamp(name: Lamp, firing: readonly Firing[], { isRead, at }: Work): LampView {
  const worst = firing.find(({ code }) => signals[code].lamp === name);
  const workedAt = at?.toISOString() ?? null;
  if (worst === undefined) {
    return { name, state: isRead ? 'good' : 'warn', sentence: null, since: null, workedAt };
  }
  const { severity, sentence } = signals[worst.code];
  return {
    name,
    state: severity === 'critical' ? 'bad' : 'warn',
    sentence,
    since: worst.since.toISOString(),
    workedAt,
  };
}
