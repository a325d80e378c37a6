import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

import * as copy from './about-copy.tsx';

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** The company and its principles. */
export function Page() {
  return (
    <div className="wrap pt-12 md:pt-20">
      <h1 className="text-3xl">
        <span className="block">{copy.title}</span> <span className="block">{copy.titleEnd}</span>
      </h1>
      <div className="mt-8 max-w-[62ch] space-y-5 text-lg text-muted">
        {copy.story.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <h2 className="mt-16 text-2xl">{copy.principlesTitle}</h2>
      <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
        {copy.principles.map(({ title, text }) => (
          <li key={title} className="border-t border-hairline pt-5">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-2 max-w-[46ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="join-title" className="mt-20 rounded-lg bg-tint p-8 md:p-12">
        <h2 id="join-title" className="text-2xl">
          {copy.joinTitle}
        </h2>
        <p className="mt-3 max-w-[52ch] text-muted">{copy.joinText}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/signup">{copy.signUp}</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            {copy.contact}
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
