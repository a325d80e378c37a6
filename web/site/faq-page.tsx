import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

import { AccordionItem, type FaqSection } from './faq/accordion.tsx';
import { account } from './faq/account.tsx';
import { general } from './faq/general.tsx';
import { model } from './faq/model.tsx';
import { troubleshooting } from './faq/troubleshooting.tsx';

export const meta: PageMeta = {
  title: `Frequently asked questions · ${brand.name}`,
  description: `How ${brand.name} works, what it costs, which phones it runs on, how to stop texts, and what to do when no answer comes.`,
};

const sections: readonly FaqSection[] = [general, model, account, troubleshooting];

/** The FAQ, in four parts with anchors. */
export function Page() {
  return (
    <div className="wrap pt-12 md:pt-20">
      <h1 className="text-3xl">Frequently Asked Questions</h1>
      <p className="mt-4 max-w-[62ch] text-lg text-muted">
        Short answers, as you would expect of us. If yours is not here, write to us.
      </p>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[14rem_1fr]">
        <nav aria-label="On this page" className="self-start lg:sticky lg:top-28">
          <ul className="flex flex-wrap gap-x-5 gap-y-1 lg:flex-col">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-flex min-h-8 items-center text-brand hover:underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="space-y-14">
          {sections.map((section) => (
            <FaqPart key={section.id} section={section} />
          ))}
          <StillStuck />
        </div>
      </div>
    </div>
  );
}

function FaqPart({ section: { id, title, items } }: { section: FaqSection }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-5 text-xl">
        {title}
      </h2>
      {items.map(({ question, answer }) => (
        <AccordionItem key={question} question={question}>
          {answer}
        </AccordionItem>
      ))}
    </section>
  );
}

function StillStuck() {
  return (
    <div className="rounded-lg bg-tint p-7">
      <h2 className="text-xl">Still a question?</h2>
      <p className="mt-2 mb-5 text-muted">A person reads every message.</p>
      <ButtonLink to="/contact">Contact Us</ButtonLink>
    </div>
  );
}
