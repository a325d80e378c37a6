import type { Pool } from 'pg';

import { errorFields, type Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier, CarrierText } from '#server/providers/ports.ts';

import type { Intake } from './intake.flow.ts';
import { claimSweeps, type DueSweep, knownAmong, markSwept } from './sweep.repo.ts';
import type { StandIn } from './text-store.ts';
import type { Timing } from './timing.ts';

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

async function sweepNumber({ pool, carrier, intake, log, timing }: SweepParts, sweep: DueSweep): Promise<void> {
  const { number, sweptUntil, startedAt } = sweep;
  const listed = await carrier.list({ to: number, since: new Date(sweptUntil.getTime() - overlapMs) });
  const inbound = listed.filter(({ direction }) => direction === 'inbound');
  const known = await knownAmong(
    pool,
    inbound.map(({ sid }) => sid),
  );
  const missed = inbound
    .filter(({ sid }) => !known.has(sid))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  // The carrier itself may still be trying to tell of the youngest: they are looked for again soon.
  const isYoung = ({ createdAt }: CarrierText) => startedAt.getTime() - createdAt.getTime() < timing.sweepYoungestMs;
  const due = missed.filter((text) => !isYoung(text));
  const failures: unknown[] = [];
  for (const text of due) {
    // One that cannot be taken in now, because somebody holds its sender, must not keep the others waiting.
    await intake(incoming(text)).catch((error: unknown) => failures.push(error));
  }
  const found = due.length - failures.length;
  // What is left over stays in the stretch that is read again next time.
  const until = failures.length === 0 ? startedAt : sweptUntil;
  const againMs = due.length < missed.length ? timing.sweepYoungestMs : timing.sweepEveryMs;
  await markSwept(pool, sweep, { until, found, againMs });
  if (found > 0) log.warn({ event: 'sweep_found', count: found }, 'texts had been missed; now taken in');
  if (failures.length > 0) throw failures[0];
}

function incoming({ sid, from, to, body, mediaCount, createdAt }: CarrierText) {
  return {
    sid,
    from,
    to,
    body: body ?? new Secret(''),
    // The list does not say what the attachments are: they count as what cannot be read.
    mediaTypes: Array.from({ length: mediaCount }, () => ''),
    optOutType: null,
    sentAt: createdAt,
  };
}
