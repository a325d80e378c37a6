import { privacyJourney } from '#contract/privacy-journey.ts';

import * as copy from './legal-copy.ts';
import type { LegalSection } from './legal-document.tsx';

/** The way of a question as a line with its stations: what passes where, for how long, and what proves it. */
export const journey: LegalSection = {
  id: 'journey',
  title: copy.journeyTitle,
  body: (
    <>
      <p>{copy.journeyLead}</p>
      <ol className="ml-2 border-l-2 border-brand">
        {privacyJourney.map(({ where, what, howLong, proof }) => (
          <li key={where} className="relative pb-7 pl-7! last:pb-0">
            <span
              className="absolute top-1.5 -left-[9px] size-4 rounded-full border-2 border-brand bg-paper"
              aria-hidden="true"
            />
            <h3 className="text-lg">{where}</h3>
            <p className="mt-1">{what}</p>
            <p className="mt-1 text-muted">{howLong}</p>
            <details className="mt-1 text-sm text-muted">
              <summary className="min-h-6 cursor-pointer">{copy.journeyProof}</summary>
              <p className="mt-1 wrap-anywhere">
                {copy.journeyTest(proof.test)} <code>{proof.file}</code>
              </p>
            </details>
          </li>
        ))}
      </ol>
    </>
  ),
};
