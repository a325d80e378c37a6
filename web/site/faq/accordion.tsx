import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

import { ChevronIcon } from '#web/ui/icons.tsx';

type AccordionItemProps = {
  readonly question: string;
  readonly children: ReactNode;
};

/**
 * A question with a collapsible answer. The answer is always in the page: for search engines, for find-in-page (the
 * browser expands matches) and for readers without JavaScript, for whom the stylesheet shows all answers.
 */
export function AccordionItem({ question, children }: AccordionItemProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
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
    <div className="border-t border-hairline last:border-b">
      <h3 className="text-base leading-snug font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left hover:text-brand"
        >
          <span>{question}</span>
          <ChevronIcon className="size-5 text-muted transition-transform duration-200 group-aria-expanded:rotate-180" />
        </button>
      </h3>
      <div id={id} ref={panel} hidden={!isOpen} data-panel>
        <div className="max-w-[62ch] space-y-3 pb-5 text-muted">{children}</div>
      </div>
    </div>
  );
}

/** A part of the FAQ. Other pages and texts link to its id. */
export type FaqSection = {
  readonly id: string;
  readonly title: string;
  readonly items: readonly { readonly question: string; readonly answer: ReactNode }[];
};
