import type { ReactNode } from 'react';

import { CheckIcon } from '#web/ui/icons.tsx';

import * as copy from '../home-copy.ts';
import { Section } from '../section.tsx';

type Step = { readonly title: string; readonly text: string; readonly artefact: ReactNode };

const steps: readonly Step[] = [
  {
    title: copy.howSubscribe,
    text: copy.howSubscribeText,
    artefact: (
      <span className="flex flex-wrap items-center gap-3 rounded-md border border-hairline bg-surface px-4 py-2.5 text-lg font-semibold tracking-[0.2em] tabular-nums">
        {copy.howCode} <CheckIcon className="size-5 text-ok" />
      </span>
    ),
  },
  {
    title: copy.howAsk,
    text: copy.howAskText,
    artefact: <span className="rounded-lg rounded-br-sm bg-brand px-4 py-2.5 text-on-brand">{copy.howQuestion}</span>,
  },
  {
    title: copy.howReceive,
    text: copy.howReceiveText,
    artefact: (
      <span className="max-w-72 rounded-lg rounded-bl-sm border border-hairline bg-surface px-4 py-2.5">
        {copy.howAnswer}
      </span>
    ),
  },
];

/** Three steps, each with an illustration. */
export function HowItWorks() {
  return (
    <Section id="how-it-works" title={copy.howTitle}>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-12 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))]">
        {steps.map(({ title, text, artefact }, at) => (
          <li key={title} className="flex flex-col">
            <div className="flex items-center sm:min-h-33 md:min-h-24" aria-hidden="true">
              {artefact}
            </div>
            <h3 className="mt-4 border-t border-hairline pt-4 text-lg">
              <span className="mr-2 text-brand tabular-nums">{at + 1}.</span>
              {title}
            </h3>
            <p className="mt-2 max-w-[40ch] text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
