import { brand } from '#contract/brand.ts';
import { formatPrice } from '#contract/format-price.ts';
import { plans, savedPercent } from '#contract/plans.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { FaqSection } from './accordion.tsx';

/** Questions about sign-up, payment, changes and cancellation. */
export const account: FaqSection = {
  id: 'account-subscription',
  title: 'Account and Subscription',
  items: [
    {
      id: 'what-i-need',
      question: 'What do I need to sign up?',
      answer: (
        <p>
          Your name, email, US mobile number, and a password. You need to be 18 or older and live in the US. We’ll text
          a 6-digit code to make sure the phone is yours. Answers go only to a verified number.
        </p>
      ),
    },
    {
      id: 'cost',
      question: 'What does it cost?',
      answer: (
        <p>
          {priceSentence()} Unlimited searches, no added fees. Your carrier’s message and data rates may apply. See{' '}
          <TextLink to="/#pricing">Pricing</TextLink>.
        </p>
      ),
    },
    {
      id: 'unlimited',
      question: 'Is “unlimited” really unlimited?',
      answer: (
        <p>
          Yes, there’s no monthly cap. To keep one phone from slowing down everyone else, each phone can ask up to 15
          questions in 5 minutes, 60 an hour, and 300 a day. If you hit a limit, we’ll text you once and say how long to
          wait.
        </p>
      ),
    },
    {
      id: 'how-many-phones',
      question: 'How many phones can I use?',
      answer: (
        <p>
          One verified phone number per account for now, and each number belongs to only one account. We don’t answer
          texts from other phones.
        </p>
      ),
    },
    {
      id: 'change-number',
      question: 'How do I change my phone number?',
      answer: (
        <p>
          On your <TextLink to="/dashboard">dashboard</TextLink>, under User Phone Number, choose Change and enter the
          code we text to the new number.
        </p>
      ),
    },
    {
      id: 'cancel',
      question: 'How do I cancel?',
      answer: (
        <p>
          On your <TextLink to="/dashboard">dashboard</TextLink>, choose Manage Subscription. It takes a minute, with no
          phone call, and you keep your service through the time you’ve paid for. If you cancel while a payment is past
          due, your plan ends right away and we stop trying your card.
        </p>
      ),
    },
    {
      id: 'stop-and-plan',
      question: 'Does texting STOP cancel my plan?',
      answer: (
        <p>
          No. STOP (or CANCEL) only turns off texts. Your plan keeps renewing until you cancel it on your dashboard. If
          you text STOP, we’ll email you a reminder.
        </p>
      ),
    },
    {
      id: 'refund',
      question: 'Can I get a refund?',
      answer: (
        <p>
          If you cancel within 7 days of a payment, you can ask for a refund: email <MailLink to={brand.supportEmail} />
          . Refunds are at our discretion.
        </p>
      ),
    },
    {
      id: 'payment',
      question: 'How do I pay, and what if a payment fails?',
      answer: (
        <p>
          By card, through Stripe. We never see your card number. If a payment fails, Stripe emails you and retries for
          several days, and you keep getting answers in the meantime. Update your card under Manage Subscription.
        </p>
      ),
    },
    {
      id: 'forgot-password',
      question: 'I forgot my password. What now?',
      answer: (
        <p>
          Go to <TextLink to="/forgot-password">Forgot password</TextLink> and we’ll email you a code. It expires in 10
          minutes.
        </p>
      ),
    },
    {
      id: 'delete-account',
      question: 'How do I delete my account?',
      answer: (
        <p>
          At the bottom of your <TextLink to="/dashboard">dashboard</TextLink>, under Account Management. If you have an
          active plan, you’ll cancel it first, effective right away. Then we permanently delete your name, email, and
          phone number.
        </p>
      ),
    },
    {
      id: 'terms',
      question: 'Where can I read your terms?',
      answer: (
        <p>
          In the <TextLink to="/terms-of-service">Terms of Service</TextLink> and the{' '}
          <TextLink to="/privacy-policy">Privacy Policy</TextLink>. We wrote both in plain English.
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
