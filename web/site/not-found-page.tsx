import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

import * as copy from './not-found-copy.ts';

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** The 404 page. */
export function Page() {
  return (
    <div className="wrap flex flex-col items-start py-24 md:py-32">
      <h1 className="text-3xl">{copy.title}</h1>
      <p className="mt-5 max-w-[48ch] text-lg text-balance text-muted">{copy.lead}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">{copy.home}</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          {copy.report}
        </ButtonLink>
      </div>
    </div>
  );
}
