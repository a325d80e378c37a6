import { sql } from 'kysely';
import type { PoolClient } from 'pg';

import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import { type Runner, statement } from '#server/db/statement.ts';
import { keepOptOut } from '#server/texting/inbound/opt-out.repo.ts';
import { writeInboundMessages } from '#server/texting/inbound/receive-text.repo.ts';
import { recheckMissedTexts } from '#server/texting/recovery/missed-texts.repo.ts';
import { takeBackRestored } from '#server/texting/recovery/restored-texts.repo.ts';
import type { RedactDropped } from '#server/texting/retention/redact-dropped-copies.job.ts';
import type { KnownStates } from '#server/texting/store/known-states.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';
import { restoreSend } from '#server/texting/store/protocol/replayed-sends.ts';
import { type About, lockAll, readAll } from '#server/texting/store/states.repo.ts';
import { merged, type Transition } from '#server/texting/store/transact.ts';
import {
  closeUnanswered,
  noteReport,
  recordAccepted,
  recordRejected,
  recordUnknown,
} from '#server/texting/store/transitions.ts';
import { writeAll } from '#server/texting/store/write-states.repo.ts';

import { decisionOf, sendOf } from '../journal/journaled-text.ts';
import {
  type Operation,
  type OutcomeRecord,
  type SendRecord,
  senderOf,
  textWithOutcome,
  type ReceivedText,
} from '../journal/operations.ts';

const claimRows = statement<[ids: string[]], { id: string }>(
  'claim_operations',
  `insert into applied_ops (op_id) select unnest($1::text[]) on conflict (op_id) do nothing returning op_id as id`,
);

const unclaimRow = statement<[id: string], Record<string, never>>(
  'unclaim_operation',
  `delete from applied_ops where op_id = $1`,
);

type KnownRow = {
  sids: string[] | null;
  users: string[] | null;
  phones: string[] | null;
  departed: Record<string, string> | null;
};

const knownRows = statement<[sids: string[], users: string[], senders: string[], senderHashes: string[]], KnownRow>(
  'known_to_replay',
  `select (select array_agg(sid) from inbound_texts where sid = any($1)) as sids,
          (select array_agg(id::text) from users where id = any($2::uuid[])) as users,
          (select array_agg(number) from phone_numbers where number = any($3)) as phones,
          (select jsonb_object_agg(phone_key, departed_at) from departed_numbers where phone_key = any($4)) as departed`,
);

export type ReplayContext = {
  readonly phoneHash: PhoneHash;
  /**
   * Whether an entry of the journal says how this text ended, or that a send of it is open; otherwise the database's
   * answer loop continues with it.
   */
  readonly hasOutcome: (sid: string) => boolean;
  readonly redactDropped: RedactDropped;
};

/**
 * Applies a batch of operations in one transaction, each exactly once however often it is passed in: the transaction
 * also records the ids of what it applied (`applied_ops`).
 * @returns the sends that turned out to be the second reply to a text
 * @throws the database's error, with nothing applied
 */
export async function applyBatch(
  client: PoolClient,
  operations: readonly Operation[],
  context: ReplayContext,
): Promise<readonly string[]> {
  await client.query('begin');
  // Before anything is written, and in one order everywhere, which rules out deadlocks.
  const senders = [...new Set(operations.flatMap((operation) => senderOf(operation) ?? []))];
  await lockAll(client, { ...aboutAll(operations), senders });
  const claimed = await claimRows(client, operations.map(appliedId));
  const isNew = new Set(claimed.map(({ id }) => id));
  const fresh = operations.filter((operation) => isNew.has(appliedId(operation)));
  const texts = fresh.flatMap((operation) => (operation.type === 'inbound.insert' ? [operation.body] : []));
  const sids = texts.map(({ sid }) => sid);
  // One after the other, in one round trip: what was taken back is not known.
  const [restored, [known]] = await Promise.all([
    takeBackRestored(client, sids, fresh.flatMap(sentText)),
    knownRows(
      client,
      sids,
      texts.flatMap(({ userId }) => userId ?? []),
      texts.map(({ sender }) => sender),
      texts.map(({ sender }) => context.phoneHash(sender)),
    ),
  ]);
  const have = {
    sids: new Set(known?.sids),
    restored,
    users: new Set(known?.users),
    phones: new Set(known?.phones),
    departed: new Map(Object.entries(known?.departed ?? {})),
  };
  // A text whose end is applied here waits for no other entry.
  const here = new Set(fresh.flatMap((operation) => textWithOutcome(operation) ?? []));
  const isHeld = (sid: string): boolean => !here.has(sid) && context.hasOutcome(sid);
  // Pipelined, so that a text of the journal costs no round trip of its own.
  const isDropped = await Promise.all(texts.map((text) => applyText(client, text, have, { ...context, isHeld })));
  const states = await readAll(client, { ...aboutAll(fresh), senders });
  for (const operation of fresh) transitionOf(operation, isHeld)?.decide(states);
  if (states.isChanged) await writeAll(client, states);
  const droppedTexts = texts.filter((_, nth) => isDropped[nth]).map(({ sid }) => sid);
  await context.redactDropped([...droppedTexts, ...copiesWithoutText(fresh, states)], client);
  const end = await client.query('commit');
  if (end.command !== 'COMMIT') throw new Error('a replay was rolled back');
  return states.duplicates;
}

/**
 * An intent that was handed off and its later result are two operations of one entry. The reports on a send share an
 * entry's id too: each status of them is an operation, also in a later outage.
 */
function appliedId({ id, type, body }: Operation): string {
  if (type === 'status.callback') return `${id}:${body.status}`;
  return type === 'outbound.result' ? `${id}:result` : id;
}

/** `restored`: texts that a restore had recorded as handled. */
type Have = Record<'sids' | 'restored' | 'users' | 'phones', ReadonlySet<string>> & {
  /** When the accounts of these numbers were closed, by the number's hash. */
  readonly departed: ReadonlyMap<string, string>;
};

/** Whether how this text ended is in entries that this transaction does not apply. */
type IsHeld = (sid: string) => boolean;

type BatchContext = ReplayContext & { readonly isHeld: IsHeld };

/** What an operation changes by the functions of the protocol; null for a received text, which `applyText` stores. */
function transitionOf(operation: Operation, isHeld: IsHeld): Transition<unknown> | null {
  switch (operation.type) {
    case 'inbound.insert':
      return null;
    case 'outbound.intent':
    case 'outbound.result':
      return sendTransition(operation.body, isHeld);
    case 'outbound.bound':
      return outcomeTransition({ ...operation.body, to: null });
    case 'query.failed':
      return closeUnanswered({ sid: operation.body.sid, fence: 0 }, operation.body.outcome);
    case 'status.callback':
      return noteReport(operation.body);
  }
}

function aboutAll(operations: readonly Operation[]): About {
  return merged(operations.map((operation) => transitionOf(operation, () => false)?.about ?? {}));
}

/**
 * The carrier's ids of what stays without a row, because a text was dropped or could not be stored: no row has the copies
 * removed.
 */
function copiesWithoutText(operations: readonly Operation[], { sends, texts }: KnownStates): string[] {
  return operations.flatMap(({ id, type, body }) => {
    if (type === 'query.failed') return id === body.sid && !texts.has(id) ? [id] : [];
    if (type !== 'outbound.intent' && type !== 'outbound.result' && type !== 'outbound.bound') return [];
    return body.providerSid === null || sends.has(body.id) ? [] : [body.providerSid];
  });
}

/** The reply that the carrier took, by its id. */
function sentText({ type, body }: Operation): { sid: string; to: string }[] {
  if (type !== 'outbound.result' || body.providerSid === null) return [];
  return [{ sid: body.providerSid, to: body.to }];
}

const holdText = statement<[sid: string], Record<string, never>>(
  'hold_replayed',
  `update inbound_texts set lease_until = now() + interval '10 minutes' where sid = $1 and state = 'received'`,
);

/** Stores a received text. @returns whether it was dropped instead: sent before its sender deleted the account */
async function applyText(client: Runner, body: ReceivedText, have: Have, context: BatchContext): Promise<boolean> {
  // In the database already: received by a process whose acknowledgement got lost
  // (row 3 of the table of deaths in server/texting/README.md).
  if (have.sids.has(body.sid)) return false;
  const decision = decisionOf(body);
  const departedAt = have.departed.get(context.phoneHash(body.sender));
  // Sent before its sender deleted the account: dropped, except for a STOP (docs/reference/security.md#t26).
  if (departedAt !== undefined && decision.receivedAt <= new Date(departedAt)) {
    const hash = context.phoneHash(body.sender);
    if (decision.consent === 'withdrawn') await keepOptOut(client, hash, body.sender, decision.receivedAt);
    return true;
  }
  const isRestored = have.restored.has(body.sid);
  // Not answered, because the eligibility snapshot did not know this account yet: the check for missed texts finds the
  // text at the carrier, and decides again.
  if (!isRestored && body.stranger === 'noted' && body.reply === null && have.phones.has(body.sender)) {
    // It may be journaled again, as a known subscriber's: that entry must be applied.
    await Promise.all([
      recheckMissedTexts(client, body.serviceNumber, decision.receivedAt),
      unclaimRow(client, body.sid),
    ]);
    return false;
  }
  // An account that was deleted meanwhile must not reappear through its texts.
  const isDeleted = body.userId !== null && !have.users.has(body.userId);
  const { sid, sender, serviceNumber } = body;
  const hashes = { sidHash: context.phoneHash(sid), senderHash: context.phoneHash(sender) };
  const without = { userId: null, phoneId: null, confirmsOptIn: false, newLanguage: null, mail: null };
  const silent = isRestored ? { reply: null } : {};
  const kept = { ...decision, ...silent, ...(isDeleted ? without : {}) };
  const written = writeInboundMessages(
    client,
    [
      {
        message: { sid, sender, serviceNumber, questionTag: null, asksMore: false, ...hashes },
        decision: kept,
        lease: null,
      },
    ],
    decision.receivedAt,
  );
  // Until the entries that say how it ended are applied, no process may lease it as unanswered.
  await Promise.all([written, ...(context.isHeld(sid) ? [holdText(client, sid)] : [])]);
  return false;
}

function sendTransition(record: SendRecord, isHeld: IsHeld): Transition<void> {
  const { id, sid, at } = record;
  return {
    about: { sids: [sid], ids: [id] },
    decide(known) {
      const text = known.texts.get(sid);
      if (text === undefined) return; // not stored: dropped, or left to the check for missed texts
      if (!known.sends.has(id)) known.take(restoreSend(text, sendOf(record), isHeld(sid), known.now));
      outcomeTransition(record, at)?.decide(known);
    },
  };
}

type AnyOutcome = Omit<OutcomeRecord, 'state'> & Pick<SendRecord, 'state'> & { readonly to: string | null };

function outcomeTransition(outcome: AnyOutcome, at?: number): Transition<unknown> | null {
  const { state, providerSid, segments, code } = outcome;
  if (state === 'accepted' && providerSid !== null) return recordAccepted(outcome, { sid: providerSid, segments }, at);
  if (state === 'rejected' && code !== null) return recordRejected(outcome, code, at);
  return state === 'unknown' ? recordUnknown(outcome, 0) : null;
}

/** Deletes ids a month after their replay, when no journal can still hold them, and heartbeats of machines that are gone. */
export async function forgetAppliedOperations(db: Db): Promise<void> {
  // A few rows, however many people there are.
  await sql`delete from instance_heartbeat where beat_at < now() - interval '7 days'`.execute(db);
  await deleteExpiredRows(db, { table: 'applied_ops', by: 'at', isExpired: sql`at < now() - interval '30 days'` });
}
