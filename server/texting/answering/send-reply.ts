import { randomUUIDv7 } from 'node:crypto';

import type { Log } from '#server/observability/log.ts';
import { inSpan } from '#server/observability/tracing/spans.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import type { SendOutcome, SendTurn } from '#server/providers/ports/carrier.ts';

import { logDuplicate } from '../store/log-duplicate.ts';
import type { PhoneHash } from '../store/phone-hash.ts';
import type { Intent, Lease, TextStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import type { ChosenReply } from './choose-reply.ts';

export type SendReplyDeps = {
  readonly store: Pick<TextStore, 'openSend' | 'accepted' | 'rejected' | 'notSent' | 'unknown'>;
  readonly phoneHash: PhoneHash;
  readonly deadlineMs: number;
  readonly timing: Pick<Timing, 'intentAgeMaxMs'>;
  readonly log: Log;
};

/** How the work on a text ended in this process; `open`: its send has no final outcome, and it may be leased again. */
export type End = 'ended' | 'open';

/** Writes the intent, sends, and records the outcome. `busy`: the reply must wait for its turn. */
export async function sendReply(
  deps: SendReplyDeps,
  granted: SendTurn,
  lease: Lease,
  reply: ChosenReply,
): Promise<End | 'busy'> {
  using turn = granted;
  const { purpose, isLate, segments, encoding } = reply;
  const senderHash = deps.phoneHash(lease.sender);
  const sending = { id: randomUUIDv7(), purpose, senderHash, isLate, segments, encoding };
  const intent = await inSpan('send.open', async (says) => {
    const opened = await deps.store.openSend(lease, sending);
    says({ outcome: opened === 'busy' ? 'busy' : opened === null ? 'nothing_to_send' : 'opened' });
    return opened;
  });
  if (intent === 'busy') return 'busy';
  // Without an intent: opted out, changed hands, or no longer ours. There is nothing to say.
  return intent === null ? 'ended' : await deliver(deps, turn, intent, reply);
}

async function deliver(deps: SendReplyDeps, turn: SendTurn, intent: Intent, reply: ChosenReply): Promise<End> {
  const { deadlineMs, timing, log } = deps;
  const { id, from, to } = intent;
  const outcome = await turn.send({
    id,
    from,
    to,
    body: reply.body,
    priority: reply.priority,
    validitySeconds: Math.ceil(deadlineMs / 1000),
    sendBeforeMs: intent.openedAtMs + timing.intentAgeMaxMs,
  });
  crashPoint('res.tx.open');
  if (outcome.kind !== 'accepted') {
    const code = outcome.kind === 'rejected' ? outcome.code : outcome.why;
    log.warn({ event: 'send_failed', outbound: id, outcome: outcome.kind, code }, 'the carrier did not accept a text');
  }
  return inSpan('send.record', () => recordOutcome(deps, intent, outcome));
}

async function recordOutcome({ store, log }: SendReplyDeps, intent: Intent, outcome: SendOutcome): Promise<End> {
  switch (outcome.kind) {
    case 'accepted': {
      const { isDuplicate } = await store.accepted(intent, outcome.sid, outcome.segments);
      crashPoint('res.committed');
      if (isDuplicate) logDuplicate(log, intent.id);
      return 'ended';
    }
    case 'rejected':
      await store.rejected(intent, outcome.code);
      return 'ended';
    case 'not_sent':
      await store.notSent(intent, outcome.retryAfterMs);
      return 'open';
    case 'unknown':
      await store.unknown(intent);
      return 'open';
  }
}
