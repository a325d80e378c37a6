import type { Tracing } from '#server/observability/tracing/tracing.ts';

import type { LoopDeps } from './answering/answer-loop.ts';
import type { ReceiveText } from './inbound/receive-text.ts';
import type { ReplyKind } from './rules/decide-reply.ts';

/** Receives a text as the first span of its trace. */
export function tracedReceiving(receiveText: ReceiveText, tracing: Tracing): ReceiveText {
  return (text) =>
    tracing.first(
      text.sid,
      'text.receive',
      async (says) => {
        says({ via: text.sentAt === null ? 'webhook' : 'missed_texts' });
        const decision = await receiveText(text);
        if (decision !== null) says({ reply: replyOf(decision.reply) });
        return decision;
      },
      (decision) => decision !== null,
    );
}

/** Works on a leased text as a span of its trace, after one for the time that it waited for the lease. */
export function tracedWork(work: LoopDeps['work'], tracing: Tracing): LoopDeps['work'] {
  return (lease, signal, waitInterruptibly) => {
    const said = { lease: lease.fence, reply: replyOf(lease.reply) };
    tracing.past(lease.sid, 'text.wait', lease.ageMs, said);
    return tracing.ofMessage(lease.sid, 'text.answer', (says) => {
      says(said);
      return work(lease, signal, waitInterruptibly);
    });
  };
}

/** Not which fixed reply: some tell something about a person. */
function replyOf(reply: ReplyKind | null): 'answer' | 'fixed' | 'silent' {
  if (reply === null) return 'silent';
  return reply === 'answer' ? 'answer' : 'fixed';
}
