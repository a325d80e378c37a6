import { brand } from '#contract/brand.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { LegalSection } from './legal-document.tsx';

/** General legal provisions. */
export const agreementTerms: readonly LegalSection[] = [
  {
    id: 'availability',
    title: 'Availability and changes',
    body: (
      <p>
        We work to keep the service up and quick, but we depend on phone companies, the search model, and the network,
        and can’t promise that every answer arrives or arrives in time. We may change, add, or end features; if we end
        the service, we’ll refund the unused part of your plan.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending an account',
    body: (
      <p>
        You may delete your account anytime, on your dashboard under Account Management; an active plan is canceled
        first, right away. We may end an account that breaks these terms, or that the law or a phone company requires us
        to end.
      </p>
    ),
  },
  {
    id: 'content',
    title: 'Your questions, our service',
    body: (
      <p>
        Your questions are yours. We use them only to answer you, and we don’t keep them: see the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>. The name {brand.name}, the software, and the text of this
        site are ours. Please don’t copy them without asking.
      </p>
    ),
  },
  {
    id: 'warranty',
    title: 'No warranties',
    body: (
      <p>
        The service is provided “as is” and “as available”. To the extent the law allows, we give no warranties, express
        or implied, including those of merchantability, fitness for a particular purpose, accuracy, and
        non-infringement.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of liability',
    body: (
      <p>
        To the extent the law allows, {brand.company} is not liable for indirect, incidental, or consequential damages,
        for lost profits or data, or for what comes of acting on an answer. Our total liability is limited to what you
        paid us in the twelve months before the claim. Some states don’t allow such limits; there, they apply only as
        far as the law permits.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    body: (
      <p>
        The law of {brand.governingLaw} applies, without its rules on conflicts of laws. If something goes wrong, please
        contact us first. Most issues are resolved in one message.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        When we change these terms, we change the date above, and we email account holders about changes that matter, at
        least 14 days ahead. If you keep using the service after that, you accept them.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        {brand.company}, {brand.address && `${brand.address}, `}
        <MailLink to={brand.supportEmail} />, or the <TextLink to="/contact">contact form</TextLink>.
      </p>
    ),
  },
];
