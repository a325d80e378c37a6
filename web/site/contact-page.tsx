import { Link } from 'react-router';

import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ArrowIcon } from '#web/ui/icons.tsx';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import { ContactForm } from './contact/contact-form.tsx';

export const meta: PageMeta = {
  title: `Contact us · ${brand.name}`,
  description: `Write to ${brand.name}: questions, bugs, payments, ideas, or a place on the international waitlist.`,
};

/** The contact page. */
export function Page() {
  return (
    <div className="wrap grid gap-x-16 gap-y-10 pt-12 md:grid-cols-[1fr_1.3fr] md:pt-20">
      <div>
        <h1 className="text-3xl">Contact Us</h1>
        <p className="mt-4 max-w-[40ch] text-lg text-muted">
          Questions, bugs, billing, ideas? Write to us and a person will write back.
        </p>
        <p className="mt-6">
          By email: <MailLink to={brand.supportEmail} />
        </p>
        <p className="mt-2 max-w-[44ch] text-muted">
          Not getting answers? Our <TextLink to="/faq#service-troubleshooting">troubleshooting FAQ</TextLink> is the
          fastest fix.
        </p>
        <p className="mt-6">
          <Link to="/" className="inline-flex min-h-8 items-center gap-2 font-medium text-brand hover:underline">
            <ArrowIcon className="size-4 rotate-180" /> Back to Home
          </Link>
        </p>
      </div>
      <ContactForm />
    </div>
  );
}
