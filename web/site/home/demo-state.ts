import { DEMO_QUERIES_MAX, demoCopy } from '#contract/demo-copy.ts';

/** One line of the demo's conversation (docs/reference/specification.md#entities). */
export type DemoMessage = {
  readonly id: number;
  readonly content: string;
  readonly type: 'sent' | 'received';
  readonly title?: string;
};

/** The chat's initial content. */
export const sampleExchange: readonly DemoMessage[] = [
  { id: 0, type: 'sent', content: 'What is the weather in Denver tomorrow?' },
  {
    id: 1,
    type: 'received',
    content:
      'Denver tomorrow: sunny, high near 58F, low around 31F. Light wind from the southwest at 5 to 10 mph. No rain or snow is expected. The morning is cold, so bring a jacket.',
  },
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
export function appendLimit(messages: readonly DemoMessage[], words: string): readonly DemoMessage[] {
  return append(messages, 'received', words, demoCopy.limitTitle);
}

/** The number of free searches used, from the stored value; anything invalid counts as 0. */
export function readCount(stored: string | null): number {
  const count = Number(stored);
  return Number.isInteger(count) && count > 0 ? Math.min(count, DEMO_QUERIES_MAX) : 0;
}
