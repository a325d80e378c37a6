import type { Pool } from 'pg';

import { errorFields, type Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier, CarrierText } from '#server/providers/ports.ts';

import type { Intake } from '../taking-in/intake.flow.ts';
import type { StandIn } from '../text-store.ts';
import type { Timing } from '../timing.ts';
import { claimSweeps, type DueSweep, knownAmong, markSwept } from './sweep.repo.ts';

export type SweepParts = {
  readonly pool: Pool;
  readonly carrier: Carrier;
  readonly intake: Intake;
  readonly log: Log;
  readonly standIn: Pick<StandIn, 'maySweep'>;
  readonly timing: Pick<Timing, 'sweepEveryMs' | 'sweepYoungestMs'>;
};

/** How far back of the last sweep the list is read again: texts may appear in it out of order. */
const overlapMs = 10 * 60_000;

/**
 * Texts whose webhook never reached us (protocol 2.8): the carrier gives up after 15 seconds, so whatever was down for
 * longer is only found by asking. At start (`isForced`) and every minute.
 * @returns false when it is not the time: a text that the database lacks may be in a journal
 */
export async function sweepMissedTexts(parts: SweepParts, isForced = false): Promise<boolean> {
  if (!parts.standIn.maySweep()) return false;
  const due = await claimSweeps(parts.pool, parts.timing.sweepEveryMs, isForced);
  for (const sweep of due) {
    try {
      await sweepNumber(parts, sweep);
    } catch (error) {
      parts.log.warn({ event: 'sweep_failed', ...errorFields(error) }, 'could not compare our texts with the carrier');
    }
  }
  return true;
}

/** What became of one sweep's texts. `young`: left to the carrier, which may still be trying to tell of them. */
type Seen = { found: number; young: number; readonly failures: unknown[] };

async function sweepNumber(parts: SweepParts, sweep: DueSweep): Promise<void> {
  const { pool, carrier, log, timing } = parts;
  const { number, sweptUntil, startedAt } = sweep;
  const seen: Seen = { found: 0, young: 0, failures: [] };
  try {
    const ageMaxMs = startedAt.getTime() - sweptUntil.getTime() + overlapMs;
    // Page by page, newest first: when a page cannot be had, what was missed last is taken in all the same.
    for await (const page of carrier.listPages({ to: number, ageMaxMs })) await takeInMissed(parts, sweep, page, seen);
  } catch (error) {
    seen.failures.push(error);
  }
  const { found, young, failures } = seen;
  // What is left over stays in the stretch that is read again next time.
  const until = failures.length === 0 ? startedAt : sweptUntil;
  await markSwept(pool, sweep, { until, found, againMs: young > 0 ? timing.sweepYoungestMs : timing.sweepEveryMs });
  if (found > 0) log.warn({ event: 'sweep_found', count: found }, 'texts had been missed; now taken in');
  if (failures.length > 0) throw failures[0];
}

async function takeInMissed(
  { pool, intake, timing }: SweepParts,
  { startedAt }: DueSweep,
  listed: readonly CarrierText[],
  seen: Seen,
): Promise<void> {
  const inbound = listed.filter(({ direction }) => direction === 'inbound');
  const known = await knownAmong(
    pool,
    inbound.map(({ sid }) => sid),
  );
  const missed = inbound.filter(({ sid }) => !known.has(sid)).toSorted((a, b) => b.ageMs - a.ageMs);
  // The youngest are looked for again soon.
  const isYoung = ({ ageMs }: CarrierText) => ageMs < timing.sweepYoungestMs;
  const due = missed.filter((text) => !isYoung(text));
  seen.young += missed.length - due.length;
  for (const text of due) {
    // One that cannot be taken in now, because someone holds its sender, must not keep the others waiting.
    await intake(incoming(text, startedAt)).then(
      (settlement) => (seen.found += settlement === null ? 0 : 1),
      (error: unknown) => seen.failures.push(error),
    );
  }
}

/** `listedAt`: when it was listed, by our clock; the carrier's is known only as the text's age. */
function incoming({ sid, from, to, body, mediaCount, ageMs }: CarrierText, listedAt: Date) {
  return {
    sid,
    from,
    to,
    body: body ?? new Secret(''),
    // The list does not say what the attachments are: they count as what cannot be read.
    mediaTypes: Array.from({ length: mediaCount }, () => ''),
    carrierKeyword: null,
    sentAt: new Date(listedAt.getTime() - ageMs),
  };
}
