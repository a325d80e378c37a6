import * as words from '../home-words.ts';
import { Section } from '../section.tsx';

const study = 'https://doi.org/10.1093/pnasnexus/pgaf017';

/** A reason for less screen time: one published finding with its source folded, and a quotation. */
export function ScreenTime() {
  return (
    <Section id="screen-time" title={words.screenTitle} lead={words.screenLead}>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <div>
          <p className="text-3xl font-semibold text-brand">{words.screenShare}</p>
          <p className="mt-2">{words.screenFinding}</p>
          <details className="mt-3 text-sm">
            <summary className="cursor-pointer py-1 text-muted">{words.screenSource}</summary>
            <p className="mt-1">
              <a href={study} rel="noopener" className="text-brand underline">
                {words.screenStudy}
              </a>
              . {words.screenStudySize}
            </p>
          </details>
        </div>
        <figure>
          <blockquote className="text-xl text-balance">
            <p>{words.screenQuote}</p>
          </blockquote>
          <figcaption className="mt-3 text-muted">{words.screenQuoteSource}</figcaption>
        </figure>
      </div>
    </Section>
  );
}
