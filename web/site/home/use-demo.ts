import { useEffect, useRef, useState } from 'react';

import { DEMO_QUERIES_MAX, demoCopy } from '#contract/demo-copy.ts';

import * as copy from '../home-copy.ts';
import type { DemoOutcome } from './ask-demo.ts';
import { append, appendLimit, sampleExchange, type DemoMessage } from './demo-state.ts';
import { countDemoSearch, demoCount, useDemoCount } from './use-demo-count.ts';

/** Delay between the last free answer and the message about the limit (docs/reference/specification.md#constants). */
const LIMIT_DELAY_MS = 1000;
const unavailable: DemoOutcome = { content: demoCopy.unavailable, title: demoCopy.errorTitle };
/** Loaded while the question is typed. */
export const loadAskDemo = () => import('./ask-demo.ts');

/**
 * The demo's conversation; `waiting` is the status message while an answer is pending. `send` returns whether the
 * question was accepted.
 */
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
    // Another tab may have used the last free search while this input was still shown.
    if (demoCount() >= DEMO_QUERIES_MAX) {
      setMessages((before) => appendLimit(before, demoCopy.limitOnSend));
      return false;
    }
    busy.current = true;
    setWaiting(copy.demoSearching);
    setMessages((before) => append(before, 'sent', query));
    void search(query);
    return true;
  }

  async function search(query: string): Promise<void> {
    const { content, title, isFree } = await loadAskDemo().then(
      ({ askDemo }) => askDemo(query, setWaiting),
      () => unavailable,
    );
    busy.current = false;
    setWaiting('');
    setMessages((before) => append(before, 'received', content, title));
    if (title !== undefined || isFree === true || countDemoSearch() < DEMO_QUERIES_MAX) return;
    timer.current = setTimeout(
      () => setMessages((before) => appendLimit(before, demoCopy.limitAfterLast)),
      LIMIT_DELAY_MS,
    );
  }

  return { messages, count, waiting, send };
}
