import type { Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { answerTimeClassesMs, type CounterName } from '#server/observability/counter-names.ts';
import {
  countedMetrics,
  type MetricName,
  signalMetrics,
  type SignalReadings,
} from '#server/observability/signals/signal-metrics.ts';

import { costOfDay } from '../costs/cost-of-day.ts';
import { answerTime } from '../overview/answer-times.ts';
import {
  type BlockEvidence,
  readBlockEvidence,
  readOldestOpen,
  readWindowSums,
  type WindowSums,
} from './metric-sources.repo.ts';

export type MetricDeps = {
  readonly db: Db;
  readonly prices: Prices;
  /** COST_CEILING_PER_DAY, in microdollars. */
  readonly costCeiling: number;
  /** BACKUP_ALERT: whether `npm run backup` makes the backups. */
  readonly watchesBackups: boolean;
  /** Of this machine (platform/disk-space.ts). */
  readonly diskShortage: () => Promise<number | null>;
  /** How full this process's journal is. */
  readonly journalShare: () => number;
  /** Whether a loop of this process that looks for texts stands still. */
  readonly isLoopStuck: () => boolean;
  /** Whether this process holds the database for unavailable. */
  readonly isUnavailable: () => boolean;
};

/** Below these numbers a share says nothing. */
const answersMin = 10;
const endedMin = 3;
const optOutsMin = 5;
const ucs2Min = 5;
const sendsMin = 20;
const reportsMin = 5;
const reportsLatelyMin = 10;
const independentFailuresMin = 3;

/** Reads all metrics. Without the database, only what this process knows; the others are null. */
export async function readMetrics(deps: MetricDeps, now: Date): Promise<SignalReadings> {
  const unread = Object.fromEntries(Object.keys(signalMetrics).map((name) => [name, null])) as Record<MetricName, null>;
  const ofProcess = {
    disk_shortage: await deps.diskShortage(),
    journal_share: deps.journalShare(),
    answer_loop_stuck: Number(deps.isLoopStuck()),
  };
  const database_unavailable = Number(deps.isUnavailable());
  if (database_unavailable === 1) return { ...unread, ...ofProcess, database_unavailable };
  try {
    return { ...(await readFromDatabase(deps, now)), ...ofProcess, database_unavailable };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { ...unread, ...ofProcess, database_unavailable: Number(deps.isUnavailable()) };
  }
}

async function readFromDatabase({ db, prices, costCeiling, watchesBackups }: MetricDeps, now: Date) {
  const [sums, oldest, evidence, cost] = await Promise.all([
    readWindowSums(db),
    readOldestOpen(db),
    readBlockEvidence(db),
    costOfDay(db, prices, now),
  ]);
  return {
    ...countMetrics(sums),
    ...shareMetrics(sums),
    ...undeliveredRatios(sums, evidence),
    overdue_text_seconds: oldest.overdueText,
    unknown_send_seconds: oldest.unknownSend,
    waiting_mail_seconds: oldest.waitingMail,
    silent_mail_seconds: oldest.silentMail,
    backup_age_seconds: watchesBackups ? oldest.backup : 0,
    public_address_unreached_seconds: oldest.publicAddress,
    certificate_late_seconds: oldest.certificate,
    daily_cost_ratio: cost / costCeiling,
  };
}

/** The metrics that are sums of counters. */
export function countMetrics(sums: WindowSums): Record<keyof typeof countedMetrics, number> {
  const entries = Object.entries(countedMetrics).map(([name, { minutes, counters }]) => {
    const window = minutes === 10 ? 'm10' : 'm60';
    return [name, counters.reduce((sum, counter) => sum + (sums.get(counter)?.[window] ?? 0), 0)];
  });
  return Object.fromEntries(entries) as Record<keyof typeof countedMetrics, number>;
}

/** The metrics that are shares or times. */
export function shareMetrics(sums: WindowSums) {
  // A phone that the carrier refuses, which may ask again and again, says nothing about us.
  const ofPhones = sums.get('questions.unreachable')?.m10 ?? 0;
  const failed = Math.max(0, (sums.get('questions.failed')?.m10 ?? 0) - ofPhones);
  const ended = failed + (sums.get('questions.answered')?.m10 ?? 0);
  const optOuts = (sums.get('opt_outs.text')?.m120 ?? 0) + (sums.get('opt_outs.carrier')?.m120 ?? 0);
  const ucs2 = sums.get('answers.ucs2')?.m120 ?? 0;
  const encoded = ucs2 + (sums.get('answers.gsm7')?.m120 ?? 0);
  const sends = { m60: 0, m120: 0 };
  for (const [name, { m60, m120 }] of sums) {
    if (!name.startsWith('sends.accepted.')) continue;
    sends.m60 += m60;
    sends.m120 += m120;
  }
  const classes = [...answerTimeClassesMs, 0].map((_ms, index) => sums.get(`questions.answered_ms.${index}`)?.m15 ?? 0);
  const answers = classes.reduce((sum, count) => sum + count, 0);
  return {
    answer_p95_seconds: answers < answersMin ? 0 : (answerTime(classes, 0.95) ?? 0) / 1000,
    failed_answer_ratio: ended < endedMin ? 0 : failed / ended,
    opt_out_ratio: optOuts < optOutsMin ? 0 : optOuts / Math.max(sends.m120, optOuts),
    ucs2_answer_ratio: ucs2 < ucs2Min ? 0 : ucs2 / encoded,
    segments_per_text: sends.m60 < sendsMin ? 0 : (sums.get('sends.segments')?.m60 ?? 0) / sends.m60,
  };
}

/** Of the hour; and of the last ten minutes, because a block that has just begun is a small part of an hour. */
function undeliveredRatios(sums: WindowSums, { failures, ofOurs }: BlockEvidence) {
  if (failures < independentFailuresMin) return { undelivered_ratio: 0, undelivered_lately_ratio: 0 };
  // Codes about us are no chance: with few customers, no more reports may come in an hour.
  const isCertain = ofOurs >= independentFailuresMin;
  const ofHour = undeliveredRatio(sums, 'm60', isCertain ? independentFailuresMin : reportsMin);
  const lately = undeliveredRatio(sums, 'm10', isCertain ? independentFailuresMin : reportsLatelyMin);
  return { undelivered_ratio: ofHour, undelivered_lately_ratio: Math.max(ofHour, lately) };
}

function undeliveredRatio(sums: WindowSums, window: 'm10' | 'm60', atLeast: number): number {
  const of = (name: CounterName): number => sums.get(name)?.[window] ?? 0;
  const blocked = of('reports.blocked');
  const reports = blocked + of('reports.arrived');
  return reports < atLeast ? 0 : blocked / reports;
}
