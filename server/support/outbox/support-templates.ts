import { brand } from '#contract/brand.ts';

import type { MailContent } from './layout.ts';
import type { Plan } from './plan-templates.ts';
import { dashboard, hi, type Person, text } from './templates.ts';

const { name: brandName, supportEmail } = brand;

/**
 * Support removed the verified number from the account, because it may be someone else's by now.
 * @param plan null if none is active
 */
export function phoneReleased(person: Person, plan: Plan | null): MailContent {
  return {
    subject: `The phone number of your ${brandName} account was removed`,
    blocks: [
      hi(person),
      text(
        "Our support team removed the phone number and the home place from your account. We no longer answer texts from that number as part of your account. Phone companies give old numbers to new people, so we do this when a number isn't yours anymore, or when you ask.",
      ),
      ...(plan === null ? [] : [text(`Your ${plan.planName} isn't canceled.`)]),
      text(
        `To get answers${person.isHelper ? ' on the phone' : ''} again, add a phone number on your dashboard. If you still have the old one, you can add it again.`,
      ),
      dashboard(person, 'Add a phone number'),
      text(`If you didn't expect this, email ${supportEmail}.`),
    ],
  };
}

/**
 * Money went back to the card.
 * @param amount "$3"
 * @param plan null unless it renews
 */
export function paymentRefunded(person: Person, amount: string, plan: Plan | null): MailContent {
  return {
    subject: `Your ${brandName} refund`,
    blocks: [
      hi(person),
      text(`We refunded ${amount} to the card you paid with. Your bank may take 5 to 10 days to show it.`),
      ...(plan === null ? [] : [text(`Your ${plan.planName} isn't canceled.${renewalOf(plan)}`)]),
      dashboard(person, 'Go to your dashboard'),
      text(`Questions about this refund? Email ${supportEmail}.`),
    ],
  };
}

function renewalOf({ renewsOn, price }: Plan): string {
  return renewsOn === null ? '' : ` It renews on ${renewsOn} for ${price}.`;
}

/** To the earlier address: support changed the account's email. It does not name the new one. */
export function emailChanged(person: Pick<Person, 'name'>): MailContent {
  return {
    subject: `The email of your ${brandName} account was changed`,
    blocks: [
      hi(person),
      text(
        'Our support team changed the email address of your account. This address gets no more emails about it, and every device was logged out.',
      ),
      text(`If you didn't ask for this, email ${supportEmail} right away.`),
    ],
  };
}
