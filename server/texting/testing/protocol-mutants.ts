import type { Variant } from './protocol-world.ts';

/** One place of the protocol's functions changed. The model check refutes it, in a world as designed or a worse one. */
export type ProtocolMutant = {
  readonly variant: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly world: Extract<Variant, 'as_designed' | 'late_creation'>;
};

const folder = 'server/texting/store/protocol';
const leases = { file: `${folder}/leases.ts`, world: 'as_designed' } as const;
const openSend = { file: `${folder}/open-send.ts`, world: 'as_designed' } as const;
const outcomes = { file: `${folder}/outcomes.ts`, world: 'as_designed' } as const;

export const protocolMutants: readonly ProtocolMutant[] = [
  {
    ...leases,
    variant: 'lease_without_end',
    find: 'text.leaseUntil >= now) return false',
    replace: 'text.leaseUntil >= now - 5) return false',
  },
  {
    ...openSend,
    variant: 'row_not_moved_with_intent',
    find: "text: { ...text, state: 'sending', attempts },",
    replace: 'text: { ...text, attempts },',
  },
  {
    ...openSend,
    variant: 'done_before_post',
    find: "text: { ...text, state: 'sending', attempts },",
    replace: "text: { ...text, state: 'done', outcome: 'answered', closedAt: now, attempts },",
  },
  {
    ...openSend,
    variant: 'no_fence',
    find: "return state === 'received' && fence === holder.fence && leaseOwner === holder.owner;",
    replace: 'return fence >= holder.fence || leaseOwner !== state;',
  },
  {
    ...openSend,
    variant: 'attempts_not_counted',
    find: 'const attempts = text.attempts + 1;',
    replace: 'const attempts = text.attempts;',
  },
  {
    ...outcomes,
    variant: 'counted_outside_flip',
    world: 'late_creation',
    find: "send.purpose === 'answer' && !text.isCounted",
    replace: "send.purpose === 'answer'",
  },
  {
    ...outcomes,
    variant: 'accepted_twice',
    find: "if (send.state === 'accepted' || send.state === 'rejected') return",
    replace: "if (send.state === 'rejected') return",
  },
  {
    ...outcomes,
    variant: 'proof_not_believed',
    find: "if (send.state === 'accepted' || send.state === 'rejected') return",
    replace: 'if (!isOpen(send)) return',
  },
  {
    ...outcomes,
    variant: 'accepted_text_not_closed',
    find: "    state: 'done',\n    isCounted: text.isCounted || isAnswer,",
    replace: '    isCounted: text.isCounted || isAnswer,',
  },
  {
    ...outcomes,
    variant: 'failure_not_taken_back',
    find: "if (isAnswer && (text.outcome === 'failed' || text.outcome === 'apologised')) {",
    replace: "if (isAnswer && text.outcome === 'apologised') {",
  },
  {
    ...outcomes,
    variant: 'unknown_after_outcome',
    find: "if (send.state !== 'intent') return { result: undefined };\n  const left",
    replace: 'const left',
  },
  {
    ...outcomes,
    variant: 'never_taken_over',
    find: 'text.leaseUntil === null || text.leaseUntil < now;',
    replace: 'text.leaseUntil === null;',
  },
  {
    ...outcomes,
    variant: 'not_created_after_outcome',
    find: "if (send.state !== 'unknown') return { result: false };",
    replace: '',
  },
  {
    ...outcomes,
    variant: 'not_created_reopens_a_text',
    world: 'late_creation',
    find: "if (text?.state !== 'sending') return { result: false, changes",
    replace: 'if (text === null) return { result: false, changes',
  },
  {
    ...outcomes,
    variant: 'attempts_without_end',
    find: 'if (text.attempts < attemptsMax)',
    replace: 'if (text.attempts < attemptsMax + 5)',
  },
  {
    ...outcomes,
    variant: 'resent_after_giving_up',
    find: "...(ends ? { text: closed(text, 'failed', now) } : {}),",
    replace: '...(ends ? { text: requeued(text) } : {}),',
  },
  {
    ...outcomes,
    variant: 'given_up_and_still_open',
    find: "send: { ...send, state: 'unresolved', nextCheckAt: null },",
    replace: 'send: { ...send, nextCheckAt: null },',
  },
  {
    ...outcomes,
    variant: 'given_up_after_outcome',
    find: "if (send.state !== 'unknown') return { result: undefined };\n  const ends",
    replace: 'const ends',
  },
];
