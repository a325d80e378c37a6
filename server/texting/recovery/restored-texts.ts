import type { Pool } from 'pg';

import { findPlace } from '#server/places/places.ts';
import { hourMs } from '#server/platform/durations.ts';
import type { Carrier, CarrierText } from '#server/providers/ports/carrier.ts';

import { understand } from '../rules/understand.ts';
import type { PhoneHash } from '../store/phone-hash.ts';
import { transactOne } from '../store/transact.ts';
import { recordAccepted } from '../store/transitions.ts';
import { recordedAmong } from '../store/unknown-sends.repo.ts';
import { knownAmong } from './missed-texts.repo.ts';
import {
  applyConsents,
  type Consent,
  departuresAmong,
  findAmong,
  listOpen,
  openForRecord,
  recordHandled,
  recordSent,
} from './restored-texts.repo.ts';

export type RestoredTextsDeps = {
  readonly pool: Pool;
  readonly carrier: Pick<Carrier, 'listPages'>;
  readonly phoneHash: PhoneHash;
  readonly serviceNumbers: readonly string[];
};

/** What the carrier knows of the time since the backup, and the database does not. */
type Listed = { readonly inbound: readonly CarrierText[]; readonly outbound: readonly CarrierText[] };
/** What the restore made of it, in numbers of texts. */
export type RestoredTexts = {
  /** Received since the backup, and replied to or too old for a reply: recorded, and not answered. */
  readonly handled: number;
  /** Received since the backup, without a reply, and still young: the check for missed texts receives them. */
  readonly unanswered: number;
  readonly sent: number;
  /** Open in the backup, and replied to since. */
  readonly closed: number;
};

/** How far before the backup the list is read. */
const overlapMs = 10 * 60_000;
/** Ages are exact to a second, by two clocks (see match-send.ts). */
const clockToleranceMs = 5000;
/** Older texts get no reply (docs/reference/decisions.md#time). */
const replyAgeMaxMs = hourMs;
/** The carrier may have replied to these itself, which its list does not show. */
const keywords: ReadonlySet<string> = new Set(['stop', 'start', 'help']);

/**
 * Reads what the carrier received and sent since the backup, and records it, so that a restored database neither answers
 * nor apologizes for a text a second time. A text counts as replied to if anything was sent to its phone after it, or if
 * its copy was removed: here a missing reply is better than a second one. What has no reply yet, and is young enough for
 * one, is left to the check for missed texts. Legible STOP and START texts are obeyed. Repeatable.
 * @param madeAt when the backup was made
 * @throws ProviderError, or the database's error
 */
export async function restoreTexts(deps: RestoredTextsDeps, madeAt: Date): Promise<RestoredTexts> {
  const { pool, phoneHash } = deps;
  const { inbound, outbound } = await listSince(deps, Date.now() - madeAt.getTime() + overlapMs);
  const sent = Map.groupBy(outbound, ({ to }) => to);
  const isRepliedTo = (phone: string, ageMs: number): boolean =>
    (sent.get(phone) ?? []).some((reply) => reply.ageMs <= ageMs + clockToleranceMs);
  const kinds = new Map(inbound.map((text) => [text.sid, kindOf(deps, text)]));
  await applyConsents(
    pool,
    inbound.flatMap((text) => consentOf(deps, text, kinds.get(text.sid))),
  );

  const recorded = await findAmong(
    outbound.map(({ sid }) => sid),
    (sids) => recordedAmong(pool, sids),
  );
  const unknown = outbound.filter(({ sid }) => !recorded.has(sid));
  const accounted = await closeOpen(pool, unknown);

  const hashes = new Map(
    [...inbound.map(({ from }) => from), ...sent.keys()].map((phone) => [phone, phoneHash(phone)]),
  );
  const departures = await departuresAmong(pool, [...hashes.values()]);
  // A number may have come back since, or be another person's.
  const isOfDeparted = (phone: string, ageMs: number): boolean => {
    const leftMs = departures.get(hashes.get(phone) ?? '');
    return leftMs !== undefined && ageMs >= leftMs - clockToleranceMs;
  };
  const rest = unknown.filter(({ sid, to, ageMs }) => !accounted.has(sid) && !isOfDeparted(to, ageMs));
  await recordSent(
    pool,
    rest.map(({ sid, from, to, ageMs, segments }) => ({ sid, from, to, ageMs, segments })),
  );

  const known = await findAmong(
    inbound.map(({ sid }) => sid),
    (sids) => knownAmong(pool, sids),
  );
  const missing = inbound.filter(({ sid, from, ageMs }) => !known.has(sid) && !isOfDeparted(from, ageMs));
  const handled = missing.filter(
    ({ sid, from, ageMs, body }) =>
      // The carrier's copy is removed minutes after a text is finished (store/protocol/states.ts).
      body === null || keywords.has(kinds.get(sid) ?? '') || ageMs > replyAgeMaxMs || isRepliedTo(from, ageMs),
  );
  await recordHandled(
    pool,
    handled.map(({ sid, from, to, ageMs }) => ({ sid, from, to, ageMs, isRepliedTo: isRepliedTo(from, ageMs) })),
  );
  return {
    handled: handled.length,
    unanswered: missing.length - handled.length,
    sent: rest.length,
    closed: accounted.size,
  };
}

/** Both directions of every service number. */
async function listSince({ carrier, serviceNumbers }: RestoredTextsDeps, ageMaxMs: number): Promise<Listed> {
  const inbound: CarrierText[] = [];
  const outbound: CarrierText[] = [];
  for (const number of serviceNumbers) {
    for await (const page of carrier.listPages({ to: number, ageMaxMs, isMany: true }))
      inbound.push(...page.filter(({ direction }) => direction === 'inbound'));
    for await (const page of carrier.listPages({ from: number, ageMaxMs, isMany: true }))
      outbound.push(...page.filter(({ direction }) => direction === 'outbound'));
  }
  return { inbound, outbound };
}

/**
 * What a text is; null where the carrier no longer has it, and where that depends on its sender: whether "wrong number"
 * opts out or corrects an answer was decided at receipt (rules/as-meant.ts). Then the ledger has the opt-out, or the
 * check for missed texts decides; an older text, which that check leaves out, opts out.
 */
function kindOf({ serviceNumbers }: RestoredTextsDeps, { from, body, ageMs }: CarrierText): string | null {
  if (body === null) return null;
  const text = { from, body: body.reveal(), mediaTypes: [], carrierKeyword: null, sentAt: null };
  const { kind, mayBeCorrection } = understand(text, { serviceNumbers, optOutReplies: 'app', findPlace });
  return mayBeCorrection && ageMs <= replyAgeMaxMs ? null : kind;
}

/** The consent in a text. Most texts are no longer legible: then the ledger knows. */
function consentOf(
  { phoneHash }: RestoredTextsDeps,
  { from, ageMs }: CarrierText,
  kind: string | null = null,
): Consent[] {
  if (kind !== 'stop' && kind !== 'start') return [];
  return [{ key: phoneHash(from), number: from, isOptOut: kind === 'stop', at: new Date(Date.now() - ageMs) }];
}

/**
 * What was open in the backup continued after it: a send of which the list has the text was accepted, and a text whose
 * phone was sent something afterwards was replied to.
 * @returns the carrier's ids of the texts that this accounts for
 */
async function closeOpen(pool: Pool, outbound: readonly CarrierText[]): Promise<ReadonlySet<string>> {
  const accounted = new Set<string>();
  const sent = Map.groupBy(outbound, ({ to }) => to);
  const free = (from: string, to: string, ageMaxMs: number): CarrierText | undefined =>
    sent.get(to)?.findLast((text) => text.from === from && text.ageMs <= ageMaxMs && !accounted.has(text.sid));
  const accept = async (send: { readonly id: string; readonly to: string }, { sid, segments }: CarrierText) => {
    accounted.add(sid);
    await transactOne(pool, recordAccepted(send, { sid, segments }));
  };
  const { sends, texts } = await listOpen(pool);
  for (const send of sends) {
    const found = free(send.from, send.to, send.ageMs + clockToleranceMs);
    if (found !== undefined) await accept(send, found);
  }
  for (const text of texts) {
    const found = free(text.serviceNumber, text.sender, text.ageMs + clockToleranceMs);
    if (found === undefined) continue;
    const id = await openForRecord(pool, text);
    if (id !== null) await accept({ id, to: text.sender }, found);
  }
  return accounted;
}
