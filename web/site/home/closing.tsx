import { ButtonLink } from '../../ui/button.tsx';

/** The last word. */
export function Closing() {
  return (
    <div className="wrap">
      <section aria-labelledby="closing-title" className="rounded-lg bg-tint px-6 py-16 text-center md:py-20">
        <h2 id="closing-title" className="mx-auto max-w-[18ch] text-2xl">
          Look up less. Live more.
        </h2>
        <p className="mx-auto mt-4 max-w-[46ch] text-lg text-muted">
          Keep the answers, leave the screen. This whole page weighs less than one photo from a phone, and that is the
          last you need to load.
        </p>
        <ButtonLink to="/signup" size="lg" className="mt-8">
          Get Started
        </ButtonLink>
      </section>
    </div>
  );
}
