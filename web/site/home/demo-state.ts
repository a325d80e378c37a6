import { DEMO_QUERIES_MAX, demoWords } from '#contract/demo-words.ts';

/** One line of the demo's exchange (spec, section 3). */
export type DemoMessage = {
  readonly id: number;
  readonly content: string;
  readonly type: 'sent' | 'received';
  readonly title?: string;
};

/** What the chat shows before anything was asked. */
export const sampleExchange: readonly DemoMessage[] = [
  { id: 0, type: 'sent', content: 'What is the weather in Denver tomorrow?' },
  {
    id: 1,
    type: 'received',
    content:
      'Denver tomorrow: sunny, high near 58F, low around 31F. Light wind from the southwest at 5 to 10 mph. No rain or snow is expected. The morning is cold, so bring a jacket.',
  },
];

/** Adds a message at the end. */
export function append(
  messages: readonly DemoMessage[],
  type: DemoMessage['type'],
  content: string,
  title?: string,
): readonly DemoMessage[] {
  return [...messages, { id: messages.length, type, content, ...(title && { title }) }];
}

/** Adds what is said when the free searches are used up. */
export function appendLimit(messages: readonly DemoMessage[], words: string): readonly DemoMessage[] {
  return append(messages, 'received', words, demoWords.limitTitle);
}

/** Free searches used, from what the browser had stored; anything odd counts as none. */
export function readCount(stored: string | null): number {
  const count = Number(stored);
  return Number.isInteger(count) && count > 0 ? Math.min(count, DEMO_QUERIES_MAX) : 0;
}
