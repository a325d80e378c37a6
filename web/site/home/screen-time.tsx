import { Section } from '../section.tsx';

const study = 'https://doi.org/10.1093/pnasnexus/pgaf017';

/** A reason for less screen time: one published finding with its source folded, and a quotation. */
export function ScreenTime() {
  return (
    <Section
      id="screen-time"
      title="Screen Time Matters"
      lead="A quick look rarely stays quick. Here’s what research says about always-online phones."
    >
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <div>
          <p className="text-3xl font-semibold text-brand">91%</p>
          <p className="mt-2">
            of people who went two weeks with calls and texts but no mobile internet improved in mental health,
            well-being, or attention.
          </p>
          <details className="mt-3 text-sm">
            <summary className="cursor-pointer text-muted">Source</summary>
            <p className="mt-1">
              <a href={study} rel="noopener" className="text-brand underline">
                PNAS Nexus, 2025
              </a>
              . 467 people took part. Many found it hard; 119 kept it up for at least ten days.
            </p>
          </details>
        </div>
        <figure>
          <blockquote className="text-xl text-balance">
            <p>“Our inventions are wont to be pretty toys, which distract our attention from serious things.”</p>
          </blockquote>
          <figcaption className="mt-3 text-muted">Henry David Thoreau, Walden, 1854</figcaption>
        </figure>
      </div>
    </Section>
  );
}
