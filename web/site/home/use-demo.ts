import { useEffect, useRef, useState } from 'react';

import { DEMO_QUERIES_MAX, demoWords } from '#contract/demo-words.ts';

import { call, sentenceOf, ApiError } from '../../lib/api.ts';
import { append, appendLimit, readAnswer, sampleExchange, type DemoMessage } from './demo-state.ts';
import { countDemoSearch, demoCount, useDemoCount } from './use-demo-count.ts';

/** How long after the last free answer the limit is mentioned (spec, section 9). */
const LIMIT_DELAY_MS = 1000;
/** The server gives an answer up after less; this ends the wait for one that never comes. */
const TIMEOUT_MS = 60_000;

/** The demo's exchange and what moves it. `send` says whether the question was taken. */
export function useDemo() {
  const [messages, setMessages] = useState<readonly DemoMessage[]>(sampleExchange);
  const [isPending, setIsPending] = useState(false);
  const count = useDemoCount();
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function send(raw: string): boolean {
    const query = raw.trim();
    if (query === '' || busy.current) return false;
    // Another tab may have used the last one while this input was still there.
    if (demoCount() >= DEMO_QUERIES_MAX) {
      setMessages((before) => appendLimit(before, demoWords.limitOnSend));
      return false;
    }
    busy.current = true;
    setIsPending(true);
    setMessages((before) => append(before, 'sent', query));
    void search(query);
    return true;
  }

  async function search(query: string): Promise<void> {
    const { content, title } = await ask(query);
    busy.current = false;
    setIsPending(false);
    setMessages((before) => append(before, 'received', content, title));
    if (title !== undefined || countDemoSearch() < DEMO_QUERIES_MAX) return;
    timer.current = setTimeout(
      () => setMessages((before) => appendLimit(before, demoWords.limitAfterLast)),
      LIMIT_DELAY_MS,
    );
  }

  return { messages, count, isPending, send };
}

/** The answer, or what is said in its place; only what is no answer has a title. */
async function ask(query: string): Promise<{ content: string; title?: string }> {
  try {
    const content = await call('/api/demo/search', {
      method: 'POST',
      body: { query },
      reads: { parse: readAnswer },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { content };
  } catch (error) {
    const fallback = error instanceof ApiError ? demoWords.failed : demoWords.unavailable;
    return { content: sentenceOf(error, fallback), title: demoWords.errorTitle };
  }
}
