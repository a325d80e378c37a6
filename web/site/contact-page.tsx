import { Link } from 'react-router';

import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { fill } from '#web/ui/fill.tsx';
import { ArrowIcon } from '#web/ui/icons.tsx';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import * as copy from './contact-copy.ts';
import { ContactForm } from './contact/contact-form.tsx';

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** The contact page. */
export function Page() {
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 pt-12 md:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] md:pt-20">
      <div>
        <h1 className="text-3xl">{copy.title}</h1>
        <p className="mt-4 max-w-[40ch] text-lg text-muted">{copy.lead}</p>
        <p className="mt-6">{fill(copy.byEmail, { email: <MailLink to={brand.supportEmail} /> })}</p>
        <p className="mt-2 max-w-[44ch] text-muted">
          {fill(copy.notGettingAnswers, { link: <TextLink to="/faq#service-troubleshooting" /> })}
        </p>
        <p className="mt-6">
          <Link to="/" className="inline-flex min-h-8 items-center gap-2 font-medium text-brand hover:underline">
            <ArrowIcon className="size-4 rotate-180" /> {copy.backToHome}
          </Link>
        </p>
      </div>
      <ContactForm />
    </div>
  );
}
