import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

import * as words from './not-found-words.ts';

export const meta: PageMeta = {
  title: words.pageTitle,
  description: words.pageDescription,
};

/** The 404 page. */
export function Page() {
  return (
    <div className="wrap flex flex-col items-start py-24 md:py-32">
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-5 max-w-[48ch] text-lg text-balance text-muted">{words.lead}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">{words.home}</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          {words.report}
        </ButtonLink>
      </div>
    </div>
  );
}
