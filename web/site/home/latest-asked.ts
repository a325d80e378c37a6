import type { DemoMessage } from './demo-state.ts';

/**
 * The latest question of the demo with what came back: null while it is awaited.
 * @param messages without the sample exchange
 */
export function latestAsked(messages: readonly DemoMessage[]): { question: string; answer: string | null } {
  const at = messages.findLastIndex(({ type }) => type === 'sent');
  return { question: messages[at]?.content ?? '', answer: messages[at + 1]?.content ?? null };
}
