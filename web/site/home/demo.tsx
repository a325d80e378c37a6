import { useEffect, useRef } from 'react';

import { DEMO_QUERIES_MAX, demoWords } from '#contract/demo-words.ts';

import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChatBubble } from '../../ui/chat-bubble.tsx';
import { controlClass } from '../../ui/field.tsx';
import { SendIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import type { DemoMessage } from './demo-state.ts';
import { useDemo } from './use-demo.ts';

/** The product itself, three times for free: the same engine and the same short answers as by text. */
export function Demo() {
  const { messages, count, isPending, send } = useDemo();
  return (
    <Section
      id="demo"
      title="Try It Now"
      lead="Ask three questions for free. What you see here is what a phone would get."
      isTinted
    >
      <div className="max-w-2xl overflow-hidden rounded-lg border border-hairline bg-paper">
        <Exchange messages={messages} isPending={isPending} />
        <div className="border-t border-hairline bg-surface p-4">
          {count >= DEMO_QUERIES_MAX ? <LimitPanel /> : <AskForm isPending={isPending} send={send} />}
          <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
            <span>
              {count}/{DEMO_QUERIES_MAX} free demo searches used
            </span>
            <span>{DEMO_QUERIES_MAX - count} remaining</span>
          </p>
        </div>
      </div>
    </Section>
  );
}

function Exchange({ messages, isPending }: { messages: readonly DemoMessage[]; isPending: boolean }) {
  const log = useRef<HTMLDivElement>(null);
  const lines = messages.length + (isPending ? 1 : 0);

  // The newest line is always in view, within the chat only: the page itself does not move.
  useEffect(() => {
    if (lines > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lines]);

  return (
    <div
      ref={log}
      role="log"
      aria-label="Demo conversation"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="flex max-h-[300px] flex-col gap-3 overflow-y-auto p-4 focus-visible:outline-offset-[-3px]"
    >
      {messages.map(({ id, type, title, content }) => (
        <ChatBubble key={id} from={type} title={title}>
          {content}
        </ChatBubble>
      ))}
      {isPending && <ChatBubble from="received">Searching…</ChatBubble>}
    </div>
  );
}

type AskFormProps = { readonly isPending: boolean; readonly send: (query: string) => boolean };

function AskForm({ isPending, send }: AskFormProps) {
  return (
    <form
      method="post"
      action="/"
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const query = new FormData(form).get('query');
        if (typeof query === 'string' && send(query)) form.reset();
      }}
    >
      <label htmlFor="demo-query" className="sr-only">
        Your question
      </label>
      <input
        id="demo-query"
        name="query"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={500}
        placeholder="Ask anything"
        className={controlClass}
      />
      <Button type="submit" isPending={isPending}>
        <SendIcon />
        <span className="sr-only sm:not-sr-only">Send</span>
      </Button>
    </form>
  );
}

function LimitPanel() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-[40ch] font-medium">{demoWords.limitPanel}</p>
      <ButtonLink to="/#pricing">See Plans</ButtonLink>
    </div>
  );
}
