import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const meta: PageMeta = {
  title: `404 Page Not Found · ${brand.name}`,
  description: 'We can’t find that page.',
};

/** The 404 page. */
export function Page() {
  return (
    <div className="wrap flex flex-col items-start py-24 md:py-32">
      <h1 className="text-3xl">404 Page Not Found</h1>
      <p className="mt-5 max-w-[48ch] text-lg text-muted">
        We can’t find that page. It may have moved, or the link may have a typo.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Report a broken link
        </ButtonLink>
      </div>
    </div>
  );
}
