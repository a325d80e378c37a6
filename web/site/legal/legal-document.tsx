import type { ReactNode } from 'react';

import * as copy from './legal-copy.ts';

export type LegalSection = { readonly id: string; readonly title: string; readonly body: ReactNode };

type LegalDocumentProps = {
  readonly title: string;
  readonly updated: string;
  readonly lead: string;
  readonly sections: readonly LegalSection[];
};

/** A long document with numbered sections and a table of contents. */
export function LegalDocument({ title, updated, lead, sections }: LegalDocumentProps) {
  return (
    <article className="wrap pt-12 md:pt-20">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-4 text-muted">{copy.updated(updated)}</p>
      <p className="mt-6 max-w-[62ch] text-lg text-muted">{lead}</p>
      <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[15rem_1fr]">
        <nav aria-label={copy.onThisPage} data-no-print className="self-start text-sm lg:sticky lg:top-28">
          <ol className="grid gap-x-6 gap-y-0.5 sm:grid-cols-2 lg:grid-cols-1">
            {sections.map((section, at) => (
              <li key={section.id}>
                <a href={`#${section.id}`} className="inline-flex min-h-8 items-center text-brand hover:underline">
                  {at + 1}. {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[64ch]">
          {sections.map((section, at) => (
            <section
              key={section.id}
              id={section.id}
              tabIndex={-1}
              aria-labelledby={`${section.id}-title`}
              className="mt-12 first:mt-0"
            >
              <h2 id={`${section.id}-title`} className="mb-4 text-xl">
                {at + 1}. {section.title}
              </h2>
              <div className="space-y-4 [&_li]:pl-1 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5">{section.body}</div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
