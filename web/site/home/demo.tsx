import { useEffect, useRef, type RefObject, type ReactNode } from 'react';

import { DEMO_QUERIES_MAX, demoCopy } from '#contract/demo-copy.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/forms/control-class.ts';
import { ArrowIcon } from '#web/ui/icons.tsx';
import { useRemovedRow } from '#web/ui/use-removed-row.ts';

import * as copy from '../home-copy.ts';
import { Section } from '../section.tsx';
import { sampleExchange, type DemoMessage } from './demo-state.ts';
import { loadAskDemo, type useDemo } from './use-demo.ts';

/** The demo: three free searches with the same engine and the same short answers as by text. */
export function Demo({ demo: { messages, count, waiting, send } }: { demo: ReturnType<typeof useDemo> }) {
  const input = useRef<HTMLInputElement>(null);
  const isUsedUp = count >= DEMO_QUERIES_MAX;
  const { area, expectRemoval } = useRemovedRow(isUsedUp);

  function ask(query: string): boolean {
    // The last answer replaces the field.
    expectRemoval();
    return send(query);
  }

  function pick(question: string): void {
    if (!input.current) return;
    input.current.value = question;
    input.current.focus();
  }

  return (
    <Section id="demo" title={copy.demoTitle} lead={copy.demoLead} isTinted>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-[1.6fr_1fr]">
        <div className="overflow-hidden rounded-lg border border-hairline bg-paper">
          <Exchange messages={messages} waiting={waiting} />
          <div className="border-t border-hairline bg-surface p-3">
            <p data-needs-no-js>{copy.demoNeedsJavaScript}</p>
            <div ref={area} tabIndex={-1} data-needs-js className="outline-none">
              {isUsedUp ? <LimitPanel /> : <AskForm input={input} isPending={waiting !== ''} send={ask} />}
              <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
                <span>{`${count}/${DEMO_QUERIES_MAX} ${copy.demoUsed}`}</span>
                <span>{`${DEMO_QUERIES_MAX - count} ${copy.demoRemaining}`}</span>
              </p>
            </div>
          </div>
        </div>
        {!isUsedUp && <Examples onPick={pick} />}
      </div>
    </Section>
  );
}

function Examples({ onPick }: { onPick: (question: string) => void }) {
  return (
    <div data-needs-js>
      <h3 className="text-lg">{copy.demoIdeas}</h3>
      <ul className="mt-3 flex flex-col items-start gap-2">
        {copy.demoExamples.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onPick(question)}
              className="-ml-3 min-h-11 rounded-md px-3 py-2 text-left text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Exchange({ messages, waiting }: { messages: readonly DemoMessage[]; waiting: string }) {
  const log = useRef<HTMLDivElement>(null);
  // Scrolls twice per message: the answer replaces the waiting line and may be longer.
  const progress = 2 * messages.length + (waiting ? 1 : 0);

  // Keeps the latest question and its whole answer in view within the chat, whatever follows them; the page itself does
  // not scroll.
  useEffect(() => {
    const question = [...(log.current?.querySelectorAll<HTMLElement>('[data-from="sent"]') ?? [])].at(-1);
    if (progress > 2 * sampleExchange.length && question) log.current?.scrollTo({ top: question.offsetTop - 12 });
  }, [progress]);

  return (
    <div
      ref={log}
      role="log"
      aria-label={copy.demoConversation}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative flex max-h-[300px] flex-col gap-2 overflow-y-auto p-3 focus-visible:outline-offset-[-3px]"
    >
      {messages.map(({ id, type, title, content }) => (
        <ChatBubble key={id} from={type} title={title}>
          {content}
        </ChatBubble>
      ))}
      {waiting && <ChatBubble from="received">{waiting}</ChatBubble>}
    </div>
  );
}

type AskFormProps = {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly isPending: boolean;
  readonly send: (query: string) => boolean;
};

function AskForm({ input, isPending, send }: AskFormProps) {
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
        {copy.demoField}
      </label>
      <input
        ref={input}
        id="demo-query"
        name="query"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={500}
        placeholder={copy.demoPlaceholder}
        onFocus={() => void loadAskDemo().catch(() => undefined)}
        className={controlClass}
      />
      <Button type="submit" isPending={isPending}>
        <ArrowIcon />
        <span className="sr-only sm:not-sr-only">{copy.demoSend}</span>
      </Button>
    </form>
  );
}

function LimitPanel() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-[40ch] font-medium">{demoCopy.limitPanel}</p>
      <ButtonLink to="/#pricing">{copy.seePlans}</ButtonLink>
    </div>
  );
}

type ChatBubbleProps = {
  readonly from: 'sent' | 'received';
  readonly title?: string | undefined;
  readonly children: ReactNode;
};

/** One text of a conversation; screen readers are told who sent it. */
function ChatBubble({ from, title, children }: ChatBubbleProps) {
  const side =
    from === 'sent'
      ? 'self-end rounded-br-sm border border-transparent bg-brand text-on-brand'
      : 'self-start rounded-bl-sm border border-hairline bg-surface text-ink';
  return (
    <div
      data-from={from}
      className={`max-w-[90%] rounded-lg px-4 py-2.5 text-[0.9375rem] leading-normal wrap-break-word whitespace-pre-line ${side}`}
    >
      <span className="sr-only">{from === 'sent' ? copy.demoYou : copy.demoAnswer}</span>
      {title && <strong className="block">{title} </strong>}
      {children}
    </div>
  );
}
