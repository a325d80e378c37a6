import { brand } from '#contract/brand.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';

import type { Block, MailContent } from './layout.ts';
import { dashboard, hi, link, type Person, phoneOf, text } from './templates.ts';

const { name: brandName, supportEmail } = brand;

export type Plan = {
  readonly planName: string;
  /** "$32". */
  readonly price: string;
  readonly interval: 'month' | 'year';
  /** "November 21, 2026", or null when it is not known, has passed, or a payment is owed. */
  readonly renewsOn: string | null;
  /** The payment that is owed, with the day when the card is tried again, if it is known; null when none is. */
  readonly owed: { readonly nextTryOn: string | null } | null;
  /** The end of a canceled plan, "November 21, 2026" or null when it is not known; null for a plan that renews. */
  readonly end: { readonly on: string | null } | null;
};

/**
 * An opt-out ends the texts, not the plan (docs/reference/sms-rules.md#stop-and-billing). It does not say how the phone
 * was opted out: by a text, or by an operator who was asked.
 */
export function textsStopped(person: Person, plan: Plan): MailContent {
  const renewal = plan.renewsOn === null ? '' : ` It renews on ${plan.renewsOn} for ${plan.price}.`;
  const debt = plan.owed && ` We couldn't charge ${plan.price} for it, and ${triedAgain(plan.owed)}.`;
  return {
    subject: `Texts are off, but your ${brandName} plan is still active`,
    blocks: [
      hi(person),
      text(`Texts to ${phoneOf(person)} are off, and we won't text it anymore. Your plan isn't canceled.`),
      text(`Your ${plan.planName} continues until you cancel.${debt ?? renewal}`),
      dashboard(person, 'Cancel your plan'),
      text(`To start getting answers again, text START from ${phoneOf(person)} to your ${brandName} number.`),
      text(`If you didn't ask for this, email ${supportEmail}.`),
    ],
  };
}

export type AskingPhone = {
  /** The verified one, in E.164, or null while the account has none. */
  readonly phone: string | null;
  /** The number to text, in E.164, or null while there is none. */
  readonly serviceNumber: string | null;
  /** The phone is opted out, so its questions get no answer. */
  readonly isOptedOut: boolean;
};

/** What the owner does to ask the first question. */
export function howToAsk(person: Person, { phone, serviceNumber, isOptedOut }: AskingPhone): string {
  const number = serviceNumber === null ? null : formatUsPhone(serviceNumber);
  if (isOptedOut) {
    const to = number ?? 'the number on your dashboard';
    return `Texts to ${phoneOf(person)} are off. Text START from it to ${to}, then ask.`;
  }
  if (phone === null) {
    const then = number === null ? 'It has the number to text.' : `Then text questions to ${number}.`;
    return `First verify ${phoneOf(person)} on your dashboard. ${then}`;
  }
  if (number === null) return 'Your dashboard has the number to text.';
  return `Text questions to ${number} from ${person.isHelper ? 'the' : 'your'} verified phone.`;
}

/**
 * The confirmation of a purchase, to keep: what renews, when, for how much, and how to end it (California Business and
 * Professions Code 17602).
 */
export function subscriptionStarted(person: Person, plan: Plan, phone: AskingPhone): MailContent {
  return {
    subject: `Your ${brandName} plan has started`,
    blocks: [
      hi(person),
      text(`Thank you! Your ${plan.planName} has started. ${howToAsk(person, phone)}`),
      ...(plan.end === null ? renewalTerms(plan) : [text(`It is set to end ${onDay(plan.end)}, and won't renew.`)]),
      dashboard(person, 'Go to your dashboard'),
      ...(person.isHelper ? [link('Print a card for the fridge', `${person.siteUrl}/fridge-card`)] : []),
      ...(plan.end === null ? [text(`You can also cancel by emailing ${supportEmail}.`)] : []),
    ],
  };
}

function renewalTerms({ price, interval, renewsOn }: Plan): Block[] {
  const next = renewsOn === null ? '' : ` Your next payment is on ${renewsOn}.`;
  return [
    text(`It renews automatically: ${price} a ${interval} on the same card until you cancel.${next}`),
    text(
      "To cancel, choose Manage Subscription on your dashboard. You'll keep your plan through the period you've paid for.",
    ),
  ];
}

/** "on November 21, 2026". */
export const onDay = ({ on }: NonNullable<Plan['end']>): string =>
  on === null ? 'at the end of the period you paid for' : `on ${on}`;

/** When an overdue card is charged again. */
export const triedAgain = ({ nextTryOn }: NonNullable<Plan['owed']>): string =>
  `we'll try your card again${nextTryOn === null ? '' : ` on ${nextTryOn}`}`;

/** A payment failed, and the plan continues while the card is tried again. It promises answers only where some are sent. */
export function paymentFailed(person: Person, plan: Plan, { phone, isOptedOut }: AskingPhone): MailContent {
  const answers =
    isOptedOut || phone === null
      ? ''
      : `. ${person.isHelper ? 'The phone keeps' : "You'll keep"} getting answers for now`;
  const again = triedAgain(plan.owed ?? { nextTryOn: null });
  return {
    subject: `Your ${brandName} payment didn't go through`,
    blocks: [
      hi(person),
      text(
        `We couldn't charge ${plan.price} for your ${plan.planName}${answers}, and ${again}. Please check it or use a different card.`,
      ),
      dashboard(person, 'Update your card'),
      text("Choose Manage Subscription there. If you've already paid, you're all set."),
    ],
  };
}

/** A cancellation was taken back: what is charged again, and when, to keep like the confirmation of a purchase. */
export function planResumed(person: Person, plan: Plan): MailContent {
  return {
    subject: `Your ${brandName} plan is no longer canceled`,
    blocks: [hi(person), text(`Your ${plan.planName} is no longer canceled.`), ...nextRenewal(person, plan)],
  };
}

/**
 * California Business and Professions Code 17602: 15 to 45 days before a yearly plan renews, with the way to cancel.
 */
export function renewalReminder(person: Person, plan: Plan): MailContent {
  return {
    subject: `Your ${brandName} plan renews ${renewalDay(plan)}`,
    blocks: [hi(person), ...nextRenewal(person, plan)],
  };
}

const renewalDay = ({ renewsOn }: Plan): string => (renewsOn === null ? 'soon' : `on ${renewsOn}`);

function nextRenewal(person: Person, plan: Plan): Block[] {
  return [
    text(
      `Your ${plan.planName} renews automatically ${renewalDay(plan)}. Your card will then be charged ${plan.price} for another ${plan.interval}, and every ${plan.interval} after that until you cancel.`,
    ),
    text('To keep it, do nothing. To stop it, cancel before then:'),
    dashboard(person, 'Cancel your plan'),
    text(`You can also cancel by emailing ${supportEmail}.`),
  ];
}

function untilTheEnd(person: Person, { end }: Plan, { phone, isOptedOut }: AskingPhone): string {
  const until = `until ${end?.on ?? 'the end of the period you paid for'}`;
  const noCharge = "and your card won't be charged again.";
  const runs = `It runs ${until}, ${noCharge}`;
  if (phone === null) return `${runs} To ask until then, verify ${phoneOf(person)} on your dashboard.`;
  if (isOptedOut) return `${runs} Texts to ${phoneOf(person)} are off. To ask until then, text START from it.`;
  return `${person.isHelper ? 'The phone' : 'You'} can keep asking ${until}, ${noCharge}`;
}

/**
 * A plan was canceled and runs to its end.
 * @param freeUntil the end of free time that lasts longer, "November 21, 2026"; null for none
 */
export function planCanceling(
  person: Person,
  plan: Plan,
  { freeUntil, ...phone }: AskingPhone & { readonly freeUntil: string | null },
): MailContent {
  return {
    subject: `Your ${brandName} plan is canceled`,
    blocks: [
      hi(person),
      text(`We canceled your ${plan.planName}. ${untilTheEnd(person, plan, phone)}`),
      ...(freeUntil === null ? [] : [text(`After that, ${brandName} is free for you until ${freeUntil}.`)]),
      text('Changed your mind? Choose Manage Subscription on your dashboard before then.'),
      dashboard(person, 'Go to your dashboard'),
    ],
  };
}

/**
 * A plan has ended: questions are no longer answered.
 * @param end `isUnpaid`: no try of the card went through. An account that is flagged is refused a new plan, so it is not
 *   invited to choose one. In free time, questions are still answered until `freeUntil`, "November 21, 2026"
 */
export function planEnded(
  person: Person,
  plan: Plan,
  end: Record<'isFlagged' | 'isUnpaid', boolean> & { readonly freeUntil: string | null },
): MailContent {
  const why = end.isUnpaid ? " because we couldn't charge your card" : '';
  const answers =
    end.freeUntil === null
      ? `We no longer answer texts from ${phoneOf(person)}`
      : `${brandName} is free for you until ${end.freeUntil}`;
  const next: MailContent['blocks'] = end.isFlagged
    ? [
        text("Your account is still open. If you'd like a plan again, contact us and we'll help:"),
        { kind: 'link', label: 'Contact us', url: `${person.siteUrl}/contact` },
      ]
    : [
        text('Your account is still open. You can start a new plan anytime:'),
        { kind: 'link', label: 'Choose a plan', url: `${person.siteUrl}/subscribe` },
      ];
  return {
    subject: `Your ${brandName} plan has ended`,
    blocks: [
      hi(person),
      text(`Your ${plan.planName} has ended${why}. ${answers}, and your card won't be charged again.`),
      ...next,
    ],
  };
}
