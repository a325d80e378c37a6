import type { Pool, PoolClient } from 'pg';

import { tryLockSenders } from '#server/db/sender-lock.ts';
import { inOneWrite } from '#server/db/statement.ts';
import { crashPoint } from '#server/platform/crash-points.ts';

import type { ReplyDecision, SenderState } from '../rules/decide-reply.ts';
import { lockAll } from '../store/states.repo.ts';
import type { InboundMessage, Lease } from '../store/text-store.ts';
import { type DecidedText, writeInboundMessages } from './receive-text.repo.ts';
import { readSenderStates } from './sender-state.repo.ts';

/** A text to receive; `decide` returns null when nothing is to be stored. */
export type TextToReceive = {
  readonly message: InboundMessage;
  readonly decide: (senderState: SenderState) => Pick<DecidedText, 'decision' | 'lease'> | null;
};

/** What became of a text. Null: it is not stored, because it was already received, or because `decide` returned null. */
export type ReceivedText = { readonly decision: ReplyDecision; readonly lease: Lease | null } | null;

/**
 * How long a transaction that must not wait for one sender waits for a row that another transaction holds. Then it
 * fails, and each of its texts is received alone.
 */
const lockTimeoutMs = 300;

/**
 * Receives texts in one transaction and two round trips: reads the states of their senders under the senders' locks,
 * calls `decide` for one after the other, and writes all rows, consents and notices together
 * (docs/reference/texting-protocol.md#receive).
 *
 * @param texts of different senders
 * @param on.sent called when all is sent that the database has to do, before it has done it; must not throw
 * @param on.written called when the rows are written, and only the commit is waited for; not after an error
 * @param whenLocked `skip`: leaves out the texts whose sender's lock another transaction has; `wait`: waits for the locks
 * @returns for each text, in order, what became of it; `locked` if it was left out
 * @throws MaybeReceivedError when it is unknown whether they are stored; after any other error none of them is
 */
export async function receiveTogether(
  pool: Pool,
  texts: readonly TextToReceive[],
  whenLocked: 'skip' | 'wait',
  on: { readonly sent?: () => void; readonly written?: () => void } = {},
): Promise<(ReceivedText | 'locked')[]> {
  const client = await pool.connect();
  let isOver = false;
  try {
    const messages = texts.map(({ message }) => message);
    const senders = messages.map(({ sender }) => sender);
    const isWaiting = whenLocked === 'wait';
    // In one round trip: none of these statements needs the result of another.
    const reading = inOneWrite(client, () =>
      Promise.all([
        client.query(isWaiting ? 'begin' : `begin; set local lock_timeout = ${lockTimeoutMs}`),
        isWaiting ? lockAll(client, { senders }) : tryLockSenders(client, senders),
        readSenderStates(client, messages),
      ]),
    );
    const [, locked, states] = await reading;
    const decided = texts.map(({ message, decide }, nth): DecidedText | 'locked' | null => {
      if (locked?.has(message.sender) === false) return 'locked';
      const state = states[nth] ?? null;
      const said = state && decide(state);
      return said && { message, ...said };
    });
    const leases = await write(
      client,
      decided.filter((one) => one !== null && one !== 'locked'),
      on,
    );
    isOver = true;
    return decided.map((one) => {
      if (one === null || one === 'locked') return one;
      return { decision: one.decision, lease: leases.get(one.message.sid) ?? null };
    });
  } catch (error) {
    isOver = error instanceof NotReceivedError;
    throw isOver ? (error as NotReceivedError).cause : error;
  } finally {
    // Otherwise close the connection, which ends whatever it still holds.
    client.release(!isOver);
  }
}

/** Writes the texts and commits. @returns the leases on them, by the carrier's id */
async function write(
  client: PoolClient,
  texts: readonly DecidedText[],
  on: { readonly sent?: () => void; readonly written?: () => void },
): Promise<Map<string, Lease>> {
  if (texts.length === 0) {
    await client.query('rollback');
    return new Map();
  }
  const writing = writeInboundMessages(client, texts);
  crashPoint('wh.inserted');
  const committing = client.query('commit');
  on.sent?.();
  void writing.then(on.written, () => undefined);
  const [written, end] = await Promise.allSettled([writing, committing]);
  const command = end.status === 'fulfilled' ? end.value.command : null;
  if (command === 'COMMIT' && written.status === 'fulfilled') {
    return new Map(written.value.map((lease) => [lease.sid, lease]));
  }
  const cause: unknown = written.status === 'rejected' ? written.reason : end.status === 'rejected' ? end.reason : null;
  // After a failed statement, COMMIT silently becomes ROLLBACK.
  throw command === 'ROLLBACK' ? new NotReceivedError(cause) : new MaybeReceivedError(cause);
}

/** The database refused what was to be written: nothing is stored, and the connection is as good as before. */
class NotReceivedError extends Error {
  constructor(cause: unknown) {
    super('texts were not received', { cause });
    this.name = 'NotReceivedError';
  }
}

/**
 * The database became unavailable while texts were being written, so they may or may not be stored. Only the database
 * can tell, so the carrier has to retry (row 3 of the table of deaths in server/texting/README.md).
 */
export class MaybeReceivedError extends Error {
  constructor(cause: unknown) {
    super('a text may have been received', { cause });
    this.name = 'MaybeReceivedError';
  }
}
