import { Section } from '../section.tsx';

const claims = [
  {
    figure: '41%',
    text: 'of US adults say that they are online almost constantly.',
    source: 1,
  },
  {
    figure: '31%',
    text: 'of the time on social media comes from self-control problems, by the estimate of an experiment with about 2,000 American adults.',
    source: 2,
  },
  {
    figure: '91%',
    text: 'of people whose phones lost the internet for two weeks, but kept calls and texts, did better in at least one of three: mental health, well-being, attention.',
    source: 3,
  },
] as const;

const sources = [
  {
    label: 'Pew Research Center, Americans’ Use of Mobile Technology and Home Broadband, January 2024.',
    href: 'https://www.pewresearch.org/internet/2024/01/31/americans-use-of-mobile-technology-and-home-broadband/',
  },
  {
    label: 'H. Allcott, M. Gentzkow, L. Song, Digital Addiction, American Economic Review 112(7), 2022.',
    href: 'https://doi.org/10.1257/aer.20210867',
  },
  {
    label:
      'N. Castelo, K. Kushlev, A. F. Ward, M. Esterman, P. B. Reiner, Blocking mobile internet on smartphones improves sustained attention, mental health, and subjective well-being, PNAS Nexus 4(2), 2025. 467 people took part; many found it hard, and 119 kept the block on for at least ten days.',
    href: 'https://doi.org/10.1093/pnasnexus/pgaf017',
  },
] as const;

/** Reasons for less screen time: published findings with their sources, and a quotation. */
export function ScreenTime() {
  return (
    <Section
      id="screen-time"
      title="Screen Time Matters"
      lead="A quick look-up rarely stays quick. What research has found about phones that are always online:"
    >
      <dl className="grid gap-x-8 gap-y-10 md:grid-cols-3">
        {claims.map(({ figure, text, source }) => (
          <div key={figure} className="flex flex-col">
            <dt className="order-2 mt-2 max-w-[38ch] text-muted">
              {text}
              <sup>
                <a href={`#source-${source}`} className="px-1 font-semibold text-brand" aria-label={`Source ${source}`}>
                  {source}
                </a>
              </sup>
            </dt>
            <dd className="text-3xl font-semibold text-brand">{figure}</dd>
          </div>
        ))}
      </dl>
      <figure className="mt-16 max-w-[46rem]">
        <blockquote className="text-xl text-balance">
          <p>“Our inventions are wont to be pretty toys, which distract our attention from serious things.”</p>
        </blockquote>
        <figcaption className="mt-3 text-muted">Henry David Thoreau, Walden, 1854</figcaption>
      </figure>
      <div className="mt-14 border-t border-hairline pt-5 text-sm text-muted">
        <h3 className="font-semibold text-ink">Sources</h3>
        <ol className="mt-2 list-decimal space-y-1.5 pl-5">
          {sources.map(({ label, href }, at) => (
            <li key={href} id={`source-${at + 1}`} className="max-w-[80ch]">
              {label}{' '}
              <a href={href} rel="noopener" className="text-brand underline">
                Read source {at + 1}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
