import * as copy from '../home-copy.ts';
import { Section } from '../section.tsx';

/** Figure, finding, source, its address, and more about it. */
const findings = [
  [
    copy.screenOnlineShare,
    copy.screenOnline,
    copy.screenOnlineStudy,
    'https://www.pewresearch.org/internet/2024/01/31/americans-use-of-mobile-technology-and-home-broadband/',
    '',
  ],
  [
    copy.screenShare,
    copy.screenFinding,
    copy.screenStudy,
    'https://doi.org/10.1093/pnasnexus/pgaf017',
    copy.screenStudySize,
  ],
] as const;

/** Reasons for less screen time: published findings with their sources folded, and a quotation. */
export function ScreenTime() {
  return (
    <Section id="screen-time" title={copy.screenTitle} lead={copy.screenLead}>
      <div className="grid gap-x-12 gap-y-10 sm:grid-cols-3">
        {findings.map(([share, finding, study, address, size]) => (
          <div key={share}>
            <p className="text-3xl font-semibold text-brand">{share}</p>
            <p className="mt-2">{finding}</p>
            <details className="mt-3 text-sm">
              <summary className="cursor-pointer py-1 text-muted">{copy.screenSource}</summary>
              <p className="mt-1">
                <a href={address} rel="noopener" className="text-brand underline">
                  {study}
                </a>
                . {size}
              </p>
            </details>
          </div>
        ))}
        <figure>
          <blockquote className="text-xl text-balance">
            <p>{copy.screenQuote}</p>
          </blockquote>
          <figcaption className="mt-3 text-muted">{copy.screenQuoteSource}</figcaption>
        </figure>
      </div>
    </Section>
  );
}
