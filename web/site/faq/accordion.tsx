import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useHydrated } from '#web/lib/use-hydrated.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import * as copy from './faq-copy.ts';

type AccordionItemProps = {
  /** Also its address: `/faq#id` opens it. */
  readonly id: string;
  readonly question: string;
  /** Whether the answer shows at first. */
  readonly isFirst: boolean;
  /** The filter leaves it out. */
  readonly isHidden: boolean;
  readonly children: ReactNode;
};

/**
 * A question with a collapsible answer. The answer is always in the page: for search engines, for find-in-page (the
 * browser expands matches) and for readers without JavaScript, for whom the stylesheet shows all answers.
 */
export function AccordionItem({ id, question, isFirst, isHidden, children }: AccordionItemProps) {
  const { hash, key } = useLocation();
  const [isOpen, setIsOpen] = useState(isFirst);
  // A link to it opens it, each time it is followed. The prerendered HTML knows no hash.
  const isTarget = useHydrated() && hash === `#${id}`;
  const [openedFor, setOpenedFor] = useState('');
  if (isTarget && openedFor !== key) {
    setOpenedFor(key);
    setIsOpen(true);
  }
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    // React writes hidden="" for any value, so `until-found` must be set manually.
    if (!isOpen) element.setAttribute('hidden', 'until-found');
    const open = () => setIsOpen(true);
    element.addEventListener('beforematch', open);
    return () => element.removeEventListener('beforematch', open);
  }, [isOpen]);

  return (
    <div
      id={id}
      tabIndex={-1}
      hidden={isHidden}
      data-question
      className="border-t border-hairline outline-none last:border-b"
    >
      <h3 className="text-base leading-snug font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-answer`}
          onClick={() => setIsOpen(!isOpen)}
          className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left hover:text-brand"
        >
          <span>{question}</span>
          <ChevronIcon className="size-5 text-muted transition-transform duration-200 group-aria-expanded:rotate-180" />
        </button>
      </h3>
      <div id={`${id}-answer`} ref={panel} hidden={!isOpen} data-panel>
        <div className="max-w-[62ch] space-y-3 pb-5 text-muted [&_ol]:list-decimal [&_ol]:space-y-1 [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:space-y-1 [&_ul]:pl-5">
          {children}
          <p className="text-sm">
            <TextLink to={`/faq#${id}`} aria-label={copy.linkToAnswerOf(question)}>
              {copy.linkToAnswer}
            </TextLink>
          </p>
        </div>
      </div>
    </div>
  );
}

/** A part of the FAQ. Other pages and texts link to its id, and to those of its questions. */
export type FaqSection = {
  readonly id: string;
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly question: string; readonly answer: ReactNode }[];
};
