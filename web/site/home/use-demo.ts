import { useEffect, useRef, useState } from 'react';

import { DEMO_QUERIES_MAX, demoWords } from '#contract/demo-words.ts';

import type { DemoOutcome } from './ask-demo.ts';
import { append, appendLimit, sampleExchange, type DemoMessage } from './demo-state.ts';
import { countDemoSearch, demoCount, useDemoCount } from './use-demo-count.ts';

/** How long after the last free answer the limit is mentioned (spec, section 9). */
const LIMIT_DELAY_MS = 1000;
const unavailable: DemoOutcome = { content: demoWords.unavailable, title: demoWords.errorTitle };
/** Fetched while the question is typed. */
export const loadAskDemo = () => import('./ask-demo.ts');

/** The demo's exchange and what moves it; `waiting` is said while an answer is on its way. `send` says whether the question was taken. */
export function useDemo() {
  const [messages, setMessages] = useState<readonly DemoMessage[]>(sampleExchange);
  const [waiting, setWaiting] = useState('');
  const count = useDemoCount();
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);

  function send(raw: string): boolean {
    const query = raw.trim();
    if (query === '' || busy.current) return false;
    // Another tab may have used the last one while this input was still there.
    if (demoCount() >= DEMO_QUERIES_MAX) {
      setMessages((before) => appendLimit(before, demoWords.limitOnSend));
      return false;
    }
    busy.current = true;
    setWaiting('Searching…');
    setMessages((before) => append(before, 'sent', query));
    void search(query);
    return true;
  }

  async function search(query: string): Promise<void> {
    const { content, title } = await loadAskDemo().then(
      ({ askDemo }) => askDemo(query, setWaiting),
      () => unavailable,
    );
    busy.current = false;
    setWaiting('');
    setMessages((before) => append(before, 'received', content, title));
    if (title !== undefined || countDemoSearch() < DEMO_QUERIES_MAX) return;
    timer.current = setTimeout(
      () => setMessages((before) => appendLimit(before, demoWords.limitAfterLast)),
      LIMIT_DELAY_MS,
    );
  }

  return { messages, count, waiting, send };
}
