import type { PoolClient } from 'pg';

import { lockSender } from '#server/db/sender-lock.ts';
import { type Runner, statement } from '#server/db/statement.ts';
import type { PhoneHash } from '#server/texting/phone-hash.ts';
import { closeUnanswered } from '#server/texting/queue.repo.ts';
import * as bind from '#server/texting/sending/bind.repo.ts';
import { noteDelivery } from '#server/texting/sending/delivery.repo.ts';
import { sweepAgain } from '#server/texting/sweep/sweep.repo.ts';
import { writeArrival } from '#server/texting/taking-in/take-in.repo.ts';

import { settlementOf } from '../journal/journalled-text.ts';
import {
  type Operation,
  type Outcome,
  type Report,
  type Send,
  senderOf,
  spokenForBy,
  type TextTakenIn,
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
   * Whether another line of the journal says how this text ended, or that a send of it is open; else the database's
   * answer loop goes on with it.
   */
  readonly isSpokenFor: (sid: string) => boolean;
  /** Counters of replays have rows of their own, so that they wait for no one and no one waits for them. */
  readonly shard: number;
};

/**
 * Carries out a batch of operations in one transaction, each exactly once however often it is handed in: what has been
 * carried out is written down with it (`applied_ops`).
 * @throws the database's error, with nothing carried out
 */
export async function applyBatch(
  client: PoolClient,
  operations: readonly Operation[],
  context: ReplayContext,
): Promise<void> {
  await client.query('begin');
  // In one order everywhere, and before anything is written: no one waits in a circle (db/sender-lock.ts).
  const senders = new Set(operations.flatMap((operation) => senderOf(operation) ?? []));
  await Promise.all([...senders].toSorted().map((sender) => lockSender(client, sender)));
  const claimed = await claimRows(
    client,
    operations.map(({ id, type }) => appliedId(id, type)),
  );
  const isNew = new Set(claimed.map(({ id }) => id));
  const fresh = operations.filter(({ id, type }) => isNew.has(appliedId(id, type)));
  const texts = fresh.flatMap((operation) => (operation.type === 'inbound.insert' ? [operation.body] : []));
  const [known] = await knownRows(
    client,
    texts.map(({ sid }) => sid),
    texts.flatMap(({ userId }) => userId ?? []),
    texts.map(({ sender }) => sender),
    texts.map(({ sender }) => context.phoneHash(sender)),
  );
  const have = {
    sids: new Set(known?.sids),
    users: new Set(known?.users),
    phones: new Set(known?.phones),
    departed: new Map(Object.entries(known?.departed ?? {})),
  };
  const here = new Set(fresh.flatMap((operation) => spokenForBy(operation) ?? []));
  const isHeld = (sid: string): boolean => !here.has(sid) && context.isSpokenFor(sid);
  // In order, and without waiting for each other's answers: a line of the journal costs no round trip of its own.
  await Promise.all(fresh.map((operation) => apply(client, operation, have, { ...context, isHeld })));
  const end = await client.query('commit');
  if (end.command !== 'COMMIT') throw new Error('carrying out was rolled back');
}

/** An intent that was handed over and the result that came later are two steps of one line. */
function appliedId(id: string, type: Operation['type']): string {
  return type === 'outbound.result' ? `${id}:result` : id;
}

type Have = Record<'sids' | 'users' | 'phones', ReadonlySet<string>> & {
  /** When the accounts of these numbers were closed, by the number's hash. */
  readonly departed: ReadonlyMap<string, string>;
};

/** `isHeld`: what became of this text is among lines that are not in this transaction. */
type BatchContext = ReplayContext & { readonly isHeld: (sid: string) => boolean };

async function apply(client: Runner, operation: Operation, have: Have, context: BatchContext): Promise<void> {
  switch (operation.type) {
    case 'inbound.insert':
      return applyText(client, operation.body, have, context);
    case 'outbound.intent':
    case 'outbound.result':
      return applySend(client, operation.body, context.shard);
    case 'outbound.bound':
      return applyOutcome(client, operation.body, context.shard);
    case 'query.failed':
      return closeUnanswered(client, { sid: operation.body.sid, fence: 0 }, operation.body.outcome, context.shard);
    case 'status.callback':
      return applyReport(client, operation.body, context.shard);
  }
}

const holdText = statement<[sid: string], Record<string, never>>(
  'hold_replayed',
  `update inbound_texts set lease_until = now() + interval '10 minutes' where sid = $1 and state = 'received'`,
);

async function applyText(client: Runner, body: TextTakenIn, have: Have, context: BatchContext): Promise<void> {
  // In the database already: taken in by a process whose acknowledgement got lost (protocol 2.4, point 3).
  if (have.sids.has(body.sid)) return;
  const settled = settlementOf(body);
  const departedAt = have.departed.get(context.phoneHash(body.sender));
  // From before its sender deleted the account: nothing comes of it, and nothing is kept of it but a STOP (security T26).
  if (departedAt !== undefined && settled.receivedAt <= new Date(departedAt)) {
    if (settled.consent === 'withdrawn') await keepOptOut(client, context.phoneHash(body.sender), settled.receivedAt);
    return;
  }
  // Taken for a stranger's and not answered, because the copy did not know this account yet: the sweep finds the text
  // at the carrier, and it is judged again.
  if (body.stranger === 'noted' && body.reply === null && have.phones.has(body.sender)) {
    // It may come again by a journal, as a known subscriber's: then that one is to be carried out.
    await Promise.all([sweepAgain(client, body.serviceNumber, settled.receivedAt), unclaimRow(client, body.sid)]);
    return;
  }
  // An account that was deleted in the meantime does not come back by its texts.
  const isDeleted = body.userId !== null && !have.users.has(body.userId);
  const { sid, sender, serviceNumber } = body;
  const written = writeArrival(
    client,
    {
      sid,
      sidHash: context.phoneHash(sid),
      sender,
      senderHash: context.phoneHash(sender),
      serviceNumber,
      questionTag: null,
    },
    isDeleted ? { ...settled, userId: null, phoneId: null, confirmsOptIn: false, mail: null } : settled,
    { at: settled.receivedAt, shard: context.shard },
  );
  // Until the lines that say what became of it are carried out, no one may take it for unanswered.
  await Promise.all([written, ...(context.isHeld(sid) ? [holdText(client, sid)] : [])]);
}

const keepOptOut = statement<[phoneHash: string, at: Date], Record<string, never>>(
  'replay_opt_out',
  `insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, true, $2, 'account')
   on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'account'
    where excluded.changed_at >= opt_outs.changed_at`,
);

const insertSend = statement<
  [
    id: string,
    sid: string,
    purpose: string,
    from: string,
    to: string,
    attempt: number,
    intentAt: Date,
    unknownAt: Date | null,
    segments: number,
    encoding: string,
    isOpen: boolean,
  ],
  Record<string, never>
>(
  'replay_send',
  `with text as (
     update inbound_texts i
        set state = case when $11 then 'sending' else i.state end, attempts = greatest(i.attempts, $6)
      where i.sid = $2 and (i.state = 'received' or not $11)
   )
   -- A send that is over begins as 'absent'; its outcome follows at once.
   insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, unknown_at,
                               next_check_at, segments, encoding, replayed)
   select $1, $2, $3, $4, $5, $6, case when $11 then 'unknown' else 'absent' end, $7, $8,
          case when $11 then now() end, $9, $10, true
    where exists (select 1 from inbound_texts where sid = $2)
   on conflict (id) do nothing`,
);

async function applySend(client: Runner, send: Send, shard: number): Promise<void> {
  const { id, sid, purpose, from, to, attempt, segments, encoding, state } = send;
  const isOpen = state === 'intent' || state === 'unknown';
  // A process that died left it open: from now on nothing of it can be on its way any more (protocol 2.6).
  const unknownAt = isOpen ? new Date(send.unknownAt ?? Date.now()) : null;
  const intentAt = new Date(send.intentAt);
  await Promise.all([
    insertSend(client, id, sid, purpose, from, to, attempt, intentAt, unknownAt, segments, encoding, isOpen),
    isOpen
      ? null
      : applyOutcome(
          client,
          { id, state, providerSid: send.providerSid, segments, code: send.code },
          shard,
          new Date(send.at),
        ),
  ]);
}

const leaveUnresolved = statement<[id: string], Record<string, never>>(
  'replay_unresolved',
  `update outbound_texts set state = 'unresolved' where id = $1 and state = 'absent'`,
);

type AnyOutcome = Omit<Outcome, 'state'> & { readonly state: Outcome['state'] | 'absent' | 'unresolved' };

async function applyOutcome(client: Runner, outcome: AnyOutcome, shard: number, at?: Date): Promise<void> {
  const { id, state, providerSid, segments, code } = outcome;
  const when = { shard, ...(at === undefined ? {} : { at }) };
  if (state === 'accepted' && providerSid !== null)
    await bind.accepted(client, id, { sid: providerSid, segments }, when);
  if (state === 'rejected' && code !== null) await bind.rejected(client, id, code, when);
  if (state === 'unknown') await bind.unknown(client, id, 0);
  if (state === 'unresolved') await leaveUnresolved(client, id);
}

async function applyReport(client: Runner, { id, ...report }: Report, shard: number): Promise<void> {
  if (await noteDelivery(client, report, shard)) return;
  if (id === null) return;
  await bind.accepted(client, id, { sid: report.sid, segments: null }, { shard });
  await noteDelivery(client, report, shard);
}

const forgetRows = statement<[], Record<string, never>>(
  'forget_operations',
  `with gone as (delete from instance_heartbeat where beat_at < now() - interval '7 days')
   delete from applied_ops where at < now() - interval '30 days'`,
);

/** A journal is carried out within minutes; what was carried out a month ago cannot come again. Machines go, too. */
export async function forgetAppliedOperations(runner: Runner): Promise<void> {
  await forgetRows(runner);
}
