import { brand } from '#contract/brand.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { LegalSection } from './legal-document.tsx';

/** Privacy rights and contacts. */
export const privacyRights: readonly LegalSection[] = [
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          On your dashboard, you can download your data, change your phone number, cancel your plan, and delete your
          account. Whatever state you live in, you can also ask us what we hold about you, have it corrected, or have it
          deleted: email <MailLink to={brand.supportEmail} />. We’ll answer within 45 days and won’t treat you
          differently for asking.
        </p>
        <p>We don’t sell personal information, and we don’t share it for advertising across sites.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The service is not for children under 13, and accounts are registered by adults. If you believe that a child
        under 13 has given us data, tell us and we’ll delete it.
      </p>
    ),
  },
  {
    id: 'place',
    title: 'Where we process data',
    body: (
      <p>
        The service is for the United States, and we process data there. If you write to us from elsewhere, for example
        to join the international waitlist, we process your message in the United States.
      </p>
    ),
  },
  {
    id: 'updates',
    title: 'Changes',
    body: (
      <p>
        When we change this policy, we change the date above, and we email account holders about changes that matter
        before they take effect.
      </p>
    ),
  },
  {
    id: 'privacy-contact',
    title: 'Contact',
    body: (
      <p>
        {brand.company}, {brand.address && `${brand.address}, `}
        <MailLink to={brand.supportEmail} />, or the <TextLink to="/contact">contact form</TextLink>.
      </p>
    ),
  },
];
