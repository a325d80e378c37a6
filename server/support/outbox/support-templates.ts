import { brand } from '#contract/brand.ts';

import type { Block, MailContent } from './layout.ts';
import { type AskingPhone, howToAsk, onDay, type Plan, triedAgain } from './plan-templates.ts';
import { dashboard, hi, link, type Person, phoneOf, text } from './templates.ts';

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

type FreeTime = AskingPhone & {
  /** "November 21, 2026". */
  readonly until: string;
  /** A plan that is canceled and still active, or whose payment is overdue; null without one. */
  readonly plan: Plan | null;
  /** An account that is flagged is refused a plan, so it is not invited to choose one. */
  readonly isFlagged: boolean;
};

/** An operator gave the account free time: until when, that it costs nothing, and what comes after. */
export function freeTime(person: Person, given: FreeTime): MailContent {
  return {
    subject: `${brandName} is free for you until ${given.until}`,
    blocks: [
      hi(person),
      text(
        `We've given you free time. We'll answer texts from ${phoneOf(person)} until ${given.until}. ${howToAsk(person, given)}`,
      ),
      text(`${chargeOf(given.plan)} After ${given.until}, we stop answering unless you have a plan.`),
      ...afterFreeTime(person, given),
      text(`Questions? Email ${supportEmail}.`),
    ],
  };
}

function chargeOf(plan: Plan | null): string {
  if (plan?.owed) {
    const again = plan.owed.nextTryOn === null ? '' : `, and ${triedAgain(plan.owed)}`;
    return `The free time isn't charged. The payment for your ${plan.planName} is still due${again}.`;
  }
  if (plan?.end) {
    return `The free time isn't charged. Your ${plan.planName} still ends ${onDay(plan.end)}, and your card won't be charged again.`;
  }
  return "No card is charged, now or when it ends. It doesn't renew.";
}

function afterFreeTime(person: Person, { plan, isFlagged }: FreeTime): Block[] {
  if (isFlagged) {
    return [
      text("If you'd like a plan then, contact us and we'll help:"),
      link('Contact us', `${person.siteUrl}/contact`),
    ];
  }
  // Another plan cannot be chosen before this one has ended.
  if (plan !== null) return [dashboard(person, 'Go to your dashboard')];
  return [
    text("You can choose a plan anytime. You'll be charged that day."),
    link('Choose a plan', `${person.siteUrl}/subscribe`),
  ];
}
