import type { Pool } from 'pg';

import { errorFields, type Log } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier, CarrierText } from '#server/providers/ports/carrier.ts';

import type { ReceiveText } from '../inbound/receive-text.ts';
import type { OutageStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import { claimMissedTextChecks, type DueCheck, knownAmong, markChecked } from './missed-texts.repo.ts';

export type MissedTextsDeps = {
  readonly pool: Pool;
  readonly carrier: Carrier;
  readonly receiveText: ReceiveText;
  readonly log: Log;
  readonly outageStore: Pick<OutageStore, 'areJournalsReplayed'>;
  readonly timing: Pick<Timing, 'missedTextsEveryMs' | 'missedTextMinAgeMs'>;
};

/** How far before the last check the list is read again: texts may appear in it out of order. */
const overlapMs = 10 * 60_000;

/**
 * Receives texts whose webhook never reached us (docs/reference/texting-protocol.md#missed-texts): the carrier gives up
 * after 15 seconds, so after a longer failure only its list has them. At start (`isForced`) and every minute.
 * @returns false when nothing was checked, because a text that the database lacks may be in a journal
 */
export async function receiveMissedTexts(deps: MissedTextsDeps, isForced = false): Promise<boolean> {
  if (!deps.outageStore.areJournalsReplayed()) return false;
  const due = await claimMissedTextChecks(deps.pool, deps.timing.missedTextsEveryMs, isForced);
  for (const check of due) {
    try {
      await checkNumber(deps, check);
    } catch (error) {
      deps.log.warn(
        { event: 'missed_texts_check_failed', ...errorFields(error) },
        'could not compare our texts with the carrier',
      );
    }
  }
  return true;
}

/** The result of one check. `young`: texts left to the carrier, which may still repeat their webhooks. */
type Seen = { found: number; young: number; readonly failures: unknown[] };

async function checkNumber(deps: MissedTextsDeps, check: DueCheck): Promise<void> {
  const { pool, carrier, log, timing } = deps;
  const { number, checkedUntil, startedAt } = check;
  const seen: Seen = { found: 0, young: 0, failures: [] };
  try {
    const ageMaxMs = startedAt.getTime() - checkedUntil.getTime() + overlapMs;
    // Page by page, newest first: when a page fails, the most recently missed texts have already been received.
    for await (const page of carrier.listPages({ to: number, ageMaxMs }))
      await receiveMissedPage(deps, check, page, seen);
  } catch (error) {
    seen.failures.push(error);
  }
  const { found, young, failures } = seen;
  // After a failure the watermark stays, so that the same period is read again next time.
  const until = failures.length === 0 ? startedAt : checkedUntil;
  await markChecked(pool, check, {
    until,
    found,
    againMs: young > 0 ? timing.missedTextMinAgeMs : timing.missedTextsEveryMs,
  });
  if (found > 0) log.warn({ event: 'missed_texts_found', count: found }, 'received texts whose webhooks were missed');
  if (failures.length > 0) throw failures[0];
}

async function receiveMissedPage(
  { pool, receiveText, timing }: MissedTextsDeps,
  { startedAt }: DueCheck,
  listed: readonly CarrierText[],
  seen: Seen,
): Promise<void> {
  const inbound = listed.filter(({ direction }) => direction === 'inbound');
  const known = await knownAmong(
    pool,
    inbound.map(({ sid }) => sid),
  );
  const missed = inbound.filter(({ sid }) => !known.has(sid)).toSorted((a, b) => b.ageMs - a.ageMs);
  // The youngest are checked again soon.
  const isYoung = ({ ageMs }: CarrierText) => ageMs < timing.missedTextMinAgeMs;
  const due = missed.filter((text) => !isYoung(text));
  seen.young += missed.length - due.length;
  for (const text of due) {
    // A text that cannot be received now, because its sender is locked, must not delay the others.
    await receiveText(incoming(text, startedAt)).then(
      (decision) => (seen.found += decision === null ? 0 : 1),
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
    // The list does not name the types of attachments: they count as unreadable.
    mediaTypes: Array.from({ length: mediaCount }, () => ''),
    carrierKeyword: null,
    sentAt: new Date(listedAt.getTime() - ageMs),
  };
}
