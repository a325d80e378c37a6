import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { fill } from '#web/ui/fill.tsx';
import { controlClass } from '#web/ui/forms/control-class.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccordionItem, type FaqSection } from './faq/accordion.tsx';
import { account } from './faq/account-copy.tsx';
import * as copy from './faq/faq-copy.ts';
import { general } from './faq/general-copy.tsx';
import { model } from './faq/model-copy.tsx';
import { troubleshooting } from './faq/troubleshooting-copy.tsx';
import { useFilter } from './faq/use-filter.ts';

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

const sections: readonly FaqSection[] = [general, model, account, troubleshooting];
const contactLink = <TextLink to="/contact" />;
const questionCount = sections.reduce((sum, { items }) => sum + items.length, 0);

/** The FAQ, in four parts with anchors. */
export function Page() {
  const { area, shown, endedBy, filter } = useFilter();
  const isNone = shown?.size === 0;
  return (
    <div className="wrap pt-12 md:pt-20">
      <h1 className="text-3xl">{copy.title}</h1>
      <p className="mt-4 max-w-[62ch] text-lg text-muted">{fill(copy.lead, { link: contactLink })}</p>
      <Filter key={endedBy} onFilter={filter} found={shown?.size ?? null} />
      <div
        className={`mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 ${isNone ? '' : 'lg:grid-cols-[14rem_1fr]'}`}
      >
        <nav
          aria-label={copy.onThisPage}
          hidden={isNone}
          className={`self-start lg:sticky lg:top-28 ${shown === null ? '' : 'max-lg:hidden'}`}
        >
          <ul className="flex flex-wrap gap-x-5 gap-y-1 lg:flex-col">
            {sections.map(({ id, title, items }) => (
              <li key={id} hidden={isEmpty(items, shown)}>
                <a href={`#${id}`} className="inline-flex min-h-8 items-center text-brand hover:underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={area} className="space-y-14">
          {sections.map((section) => (
            <FaqPart key={section.id} section={section} shown={shown} />
          ))}
          <StillStuck />
        </div>
      </div>
    </div>
  );
}

/** @param found how many questions match; null without a filter */
function Filter({ onFilter, found }: { onFilter: (typed: string) => void; found: number | null }) {
  return (
    <div data-needs-js className="mt-6 max-w-[28rem]">
      <label htmlFor="faq-filter" className="mb-1 block font-semibold">
        {copy.find}
      </label>
      <input
        id="faq-filter"
        type="search"
        autoComplete="off"
        placeholder={copy.findPlaceholder}
        onChange={({ currentTarget }) => onFilter(currentTarget.value)}
        className={`${controlClass} search`}
      />
      <output htmlFor="faq-filter" className="mt-1 block min-h-6 text-sm text-muted">
        {found !== null && (found === 0 ? fill(copy.noMatch, { link: contactLink }) : copy.found(found, questionCount))}
      </output>
    </div>
  );
}

type FaqPartProps = { readonly section: FaqSection; readonly shown: ReadonlySet<string> | null };

/** Whether the filter leaves out all of these questions. */
function isEmpty(items: FaqSection['items'], shown: ReadonlySet<string> | null): boolean {
  return shown !== null && !items.some(({ id }) => shown.has(id));
}

function FaqPart({ section: { id, title, items }, shown }: FaqPartProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} hidden={isEmpty(items, shown)}>
      <h2 id={`${id}-title`} className="mb-5 text-xl">
        {title}
      </h2>
      {items.map(({ id: itemId, question, answer }) => (
        <AccordionItem
          key={itemId}
          id={itemId}
          question={question}
          isFirst={items === general.items && itemId === general.items[0]?.id}
          isHidden={shown !== null && !shown.has(itemId)}
        >
          {answer}
        </AccordionItem>
      ))}
    </section>
  );
}

function StillStuck() {
  return (
    <div className="rounded-lg bg-tint p-7">
      <h2 className="text-xl">{copy.stillStuck}</h2>
      <p className="mt-2 mb-5 text-muted">{copy.stillStuckText}</p>
      <ButtonLink to="/contact">{copy.contact}</ButtonLink>
    </div>
  );
}
