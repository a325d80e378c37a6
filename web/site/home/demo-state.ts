import { DEMO_QUERIES_MAX, demoCopy } from '#contract/demo-copy.ts';

import * as copy from '../home-copy.ts';

/** One line of the demo's conversation (docs/reference/specification.md#entities). */
export type DemoMessage = {
  readonly id: number;
  readonly content: string;
  readonly type: 'sent' | 'received';
  readonly title?: string;
};

/** The chat's initial content. */
export const sampleExchange: readonly DemoMessage[] = [
  { id: 0, type: 'sent', content: copy.demoSampleQuestion },
  { id: 1, type: 'received', content: copy.demoSampleAnswer },
];

/** Appends a message. */
export function append(
  messages: readonly DemoMessage[],
  type: DemoMessage['type'],
  content: string,
  title?: string,
): readonly DemoMessage[] {
  return [...messages, { id: messages.length, type, content, ...(title && { title }) }];
}

/** Appends the message about the used-up free searches. */
export function appendLimit(messages: readonly DemoMessage[], text: string): readonly DemoMessage[] {
  return append(messages, 'received', text, demoCopy.limitTitle);
}

/** The number of free searches used, from the stored value; anything invalid counts as 0. */
export function readCount(stored: string | null): number {
  const count = Number(stored);
  return Number.isInteger(count) && count > 0 ? Math.min(count, DEMO_QUERIES_MAX) : 0;
}
