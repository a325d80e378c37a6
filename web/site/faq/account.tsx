import { brand } from '#contract/brand.ts';
import { plans, savedPercent } from '#contract/plans.ts';
import { formatPrice } from '#web/lib/format/format-price.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { FaqSection } from './accordion.tsx';

/** Questions about sign-up, payment, changes and cancellation. */
export const account: FaqSection = {
  id: 'account-subscription',
  title: 'Account and Subscription',
  items: [
    {
      question: 'What do I need to sign up?',
      answer: (
        <p>
          A name, an email address, a US mobile phone and a password. You must be 18 or older and live in the USA. We
          text a 6-digit code to the phone to see that it is yours; answers are sent only to a verified number.
        </p>
      ),
    },
    {
      question: 'What does it cost?',
      answer: (
        <p>
          {priceSentence()} Searches are unlimited and we add no fees. Your phone company’s message and data rates may
          apply. See <TextLink to="/#pricing">Pricing</TextLink>.
        </p>
      ),
    },
    {
      question: 'Is “unlimited” really unlimited?',
      answer: (
        <p>
          There is no monthly count. So that one phone cannot slow down all others, fair use allows 15 questions in 5
          minutes, 60 in an hour and 300 in a day per phone. If you hit a limit, we send one notice, and you can
          continue when the time is over.
        </p>
      ),
    },
    {
      question: 'How many phones can I use?',
      answer: (
        <p>
          One verified phone number per account for now, and each number belongs to only one account. Texts from other
          phones are not answered.
        </p>
      ),
    },
    {
      question: 'How do I change my phone number?',
      answer: (
        <p>
          On the <TextLink to="/dashboard">dashboard</TextLink>, under User Phone Number, press Change and confirm the
          new number with the code that we text to it.
        </p>
      ),
    },
    {
      question: 'How do I cancel?',
      answer: (
        <p>
          On the <TextLink to="/dashboard">dashboard</TextLink>, press Manage Subscription. It takes a minute, needs no
          phone call, and you keep the service until the end of the time you paid for.
        </p>
      ),
    },
    {
      question: 'Does texting STOP cancel my plan?',
      answer: (
        <p>
          No. STOP (and CANCEL, which is one of the STOP words) ends the texts; the plan renews until you cancel it on
          the dashboard. When you text STOP we say so once by email.
        </p>
      ),
    },
    {
      question: 'Can I get a refund?',
      answer: (
        <p>
          If you cancel within 7 days of a payment you may ask for a refund: write to{' '}
          <MailLink to={brand.supportEmail} />. Whether it is granted is at our discretion.
        </p>
      ),
    },
    {
      question: 'How do I pay, and what if a payment fails?',
      answer: (
        <p>
          By card, on the pages of Stripe. We never see the card’s number. When a payment fails, Stripe emails you and
          tries again for some days; your texts are answered meanwhile. Fix the card under Manage Subscription.
        </p>
      ),
    },
    {
      question: 'I forgot my password. What now?',
      answer: (
        <p>
          Ask for a code under <TextLink to="/forgot-password">Forgot password</TextLink>. It comes by email and is good
          for 10 minutes.
        </p>
      ),
    },
    {
      question: 'How is an account deleted?',
      answer: (
        <p>
          On the <TextLink to="/dashboard">dashboard</TextLink>, at the very end, under Account Management. An active
          plan is ended right away first. Then your name, email and phone number are removed for good.
        </p>
      ),
    },
    {
      question: 'Where are the rules?',
      answer: (
        <p>
          In the <TextLink to="/terms-of-service">Terms of Service</TextLink> and the{' '}
          <TextLink to="/privacy-policy">Privacy Policy</TextLink>. Both are written to be read.
        </p>
      ),
    },
  ],
};

function dollars(price: number): string {
  return formatPrice(price, 'usd');
}

/** "$3 per month, or $32 per year, which is $2.67 per month and saves over 11%." */
function priceSentence(): string {
  const [monthly, annual] = plans;
  const saving = annual.saving === undefined ? '' : ` and saves ${savedPercent()}`;
  return `${dollars(monthly.price)} per month, or ${dollars(annual.price)} per year, which is ${dollars(annual.pricePerMonth)} per month${saving}.`;
}
