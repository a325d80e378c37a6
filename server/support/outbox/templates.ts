import { brand } from '#contract/brand.ts';
import type { Secret } from '#server/platform/secret.ts';

import type { Block, MailContent } from './layout.ts';

const { name: brandName, supportEmail } = brand;

/** The recipient of an email. */
export type Person = {
  /** Null until the mailbox is proven, and for a name that an email must not repeat (platform/mail-name.ts). */
  readonly name: string | null;
  readonly siteUrl: string;
};
export type Plan = {
  readonly planName: string;
  /** "$32". */
  readonly price: string;
  readonly interval: 'month' | 'year';
  /** "November 21, 2026", or null when it is not known. */
  readonly renewsOn: string | null;
};

const text = (content: string): Block => ({ kind: 'text', text: content });
const hello = ({ name }: Person): Block => text(name === null ? 'Hello,' : `Hello ${name},`);
/** @param token of the link, or null where the mailbox is proven */
const emailProof = ({ siteUrl }: Person, token: Secret | null): Block[] =>
  token === null
    ? []
    : [
        text(
          'Please confirm that this is your email. You will be asked to log in if you are not. The link works for 7 days.',
        ),
        { kind: 'link', label: 'Confirm my email', url: `${siteUrl}/dashboard?confirm_email=${token.reveal()}` },
        text(
          'If you did not create this account, ignore this email: without your confirmation it never uses your name.',
        ),
      ];
const dashboard = ({ siteUrl }: Person, label: string): Block => ({ kind: 'link', label, url: `${siteUrl}/dashboard` });
const notYou = text(`If this was not you, write to ${supportEmail} right away.`);

/**
 * After the first phone is verified. It does not ask for a plan: the page after sign-up does, a moment later.
 * @param token proves the mailbox; null where it is proven
 */
export function welcome(person: Person, token: Secret | null): MailContent {
  return {
    subject: `Welcome to ${brandName}`,
    blocks: [
      hello(person),
      text(
        'Your account is ready and your phone is verified. With a plan, you text a question and get a short answer back: no internet and no app needed. Your dashboard shows your plan and the number to text.',
      ),
      dashboard(person, 'Go to your dashboard'),
      ...emailProof(person, token),
      text(`Questions? The answers are at ${person.siteUrl}/faq, or reply to ${supportEmail}.`),
    ],
  };
}

/** The link that proves the mailbox, requested again. */
export function confirmEmail(person: Person, token: Secret): MailContent {
  return { subject: `Confirm your email for ${brandName}`, blocks: [hello(person), ...emailProof(person, token)] };
}

/** The code to set a new password. */
export function passwordCode(person: Person, code: string): MailContent {
  return {
    // The code is not in the subject: that is shown on locked screens.
    subject: `Your ${brandName} code to set a new password`,
    blocks: [
      hello(person),
      text('Here is the code to set a new password. It expires in 10 minutes.'),
      { kind: 'code', code },
      text(
        'If you did not ask for it, ignore this email: your password stays as it is. Never give the code to anyone; we will not ask for it.',
      ),
    ],
  };
}

export function passwordChanged(person: Person): MailContent {
  return {
    subject: `Your ${brandName} password was changed`,
    blocks: [
      hello(person),
      text('The password of your account was changed, and every device was signed out.'),
      { kind: 'link', label: 'Log in', url: `${person.siteUrl}/login` },
      notYou,
    ],
  };
}

/**
 * @param lastDigits the last two digits of the number, or null when it is not known any more
 * @param undoToken of the link that brings the old number back; null when there was none
 */
export function phoneChanged(person: Person, lastDigits: string | null, undoToken: Secret | null): MailContent {
  const ending = lastDigits === null ? '' : ` to the one that ends in ${lastDigits}`;
  return {
    subject: `Your ${brandName} phone number was changed`,
    blocks: [
      hello(person),
      text(
        `The phone number of your account was changed${ending}. Questions are now answered on that phone only, and your other devices were signed out.`,
      ),
      dashboard(person, 'Go to your dashboard'),
      ...(undoToken === null
        ? [notYou]
        : [
            text('If this was not you, bring your old number back and log every device out. The link works for a day:'),
            {
              kind: 'link' as const,
              label: 'Undo this change',
              url: `${person.siteUrl}/forgot-password?undo_phone=${undoToken.reveal()}`,
            },
          ]),
    ],
  };
}

/** After ten wrong codes in a day the account accepts none until the next day. */
export function codeFailures(person: Person): MailContent {
  return {
    subject: `Wrong codes for your ${brandName} account`,
    blocks: [
      hello(person),
      text(
        'A wrong verification code was entered for your account many times today. To keep it safe, it takes no more codes until tomorrow.',
      ),
      text(
        `If that was you, try again tomorrow or write to ${supportEmail}. If not, there is nothing you need to do. No one got in.`,
      ),
    ],
  };
}

/** STOP ends the texts, not the plan (docs/reference/sms-rules.md#stop-and-billing). */
export function textsStopped(person: Person, plan: Plan): MailContent {
  const renewal = plan.renewsOn === null ? '' : ` It renews on ${plan.renewsOn} for ${plan.price}.`;
  return {
    subject: `Texts are off, but your ${brandName} plan is still active`,
    blocks: [
      hello(person),
      text('You texted us to stop, so we text you no more. That does not end your plan.'),
      text(`Your ${plan.planName} continues until you cancel it.${renewal}`),
      dashboard(person, 'Cancel your plan'),
      text('To get answers again, text START to your service number.'),
    ],
  };
}

/**
 * The confirmation of a purchase, to keep: what renews, when, for how much, and how to end it (California Business and
 * Professions Code 17602). @param serviceNumber the number to text, in E.164, or null while there is none
 */
export function subscriptionStarted(person: Person, plan: Plan, serviceNumber: string | null): MailContent {
  const renewal = plan.renewsOn === null ? '' : ` The next payment is on ${plan.renewsOn}.`;
  const how =
    serviceNumber === null
      ? 'Your dashboard shows the number to text your questions to.'
      : `Text your questions to ${serviceNumber} from your verified phone.`;
  return {
    subject: `Your ${brandName} plan has started`,
    blocks: [
      hello(person),
      text(`Thank you. Your ${plan.planName} has started. ${how}`),
      text(
        `It renews automatically: ${plan.price} every ${plan.interval}, charged to the same card, until you cancel.${renewal}`,
      ),
      text(
        'To cancel, choose Manage Subscription on your dashboard; the plan then runs to the end of what is paid for.',
      ),
      dashboard(person, 'Go to your dashboard'),
      text(`You can also cancel by writing to ${supportEmail}.`),
    ],
  };
}

export function paymentFailed(person: Person, plan: Plan): MailContent {
  return {
    subject: `Your ${brandName} payment did not go through`,
    blocks: [
      hello(person),
      text(
        `We could not charge ${plan.price} for your ${plan.planName}. You keep getting answers for now, and the card will be tried again. Please check it, or use another one.`,
      ),
      dashboard(person, 'Update your card'),
      text('Choose Manage Subscription there. If you have paid in the meantime, all is well.'),
    ],
  };
}

/**
 * California Business and Professions Code 17602: 15 to 45 days before a yearly plan renews, with the way to cancel.
 */
export function renewalReminder(person: Person, plan: Plan): MailContent {
  const when = plan.renewsOn === null ? 'soon' : `on ${plan.renewsOn}`;
  return {
    subject: `Your ${brandName} plan renews ${when}`,
    blocks: [
      hello(person),
      text(
        `Your ${plan.planName} renews automatically ${when}. Your card will then be charged ${plan.price} for another ${plan.interval}, and every ${plan.interval} after that until you cancel.`,
      ),
      text('To keep it, you do not have to do anything. To end it, cancel before that day:'),
      dashboard(person, 'Cancel or change your plan'),
      text(`You can also cancel by writing to ${supportEmail}.`),
    ],
  };
}

/** A plan was canceled and runs to its end. @param endsOn "November 21, 2026", or null when it is not known */
export function planCanceling(person: Person, plan: Plan, endsOn: string | null): MailContent {
  const until = endsOn === null ? 'until the end of the period you paid for' : `until ${endsOn}`;
  return {
    subject: `Your ${brandName} plan is canceled`,
    blocks: [
      hello(person),
      text(`We canceled your ${plan.planName}. You can keep asking ${until}, and your card won't be charged again.`),
      text('Changed your mind? Choose Manage Subscription on your dashboard before that day.'),
      dashboard(person, 'Go to your dashboard'),
    ],
  };
}

/** A plan has ended: questions are no longer answered. */
export function planEnded(person: Person, plan: Plan): MailContent {
  return {
    subject: `Your ${brandName} plan has ended`,
    blocks: [
      hello(person),
      text(
        `Your ${plan.planName} has ended. We no longer answer texts from your phone, and your card won't be charged again.`,
      ),
      text('Your account is still there. You can start a new plan anytime:'),
      { kind: 'link', label: 'Choose a plan', url: `${person.siteUrl}/subscribe` },
    ],
  };
}

/** An alert to the operator. @param userId the account that it concerns */
export function operatorAlert(alert: {
  readonly sentence: string;
  readonly remedy: string;
  readonly userId: string | null;
  readonly siteUrl: string;
}): MailContent {
  const about = alert.userId === null ? [] : [text(`Account: ${alert.userId}`)];
  return {
    subject: `[${brandName} alert] ${alert.sentence}`,
    blocks: [
      text(alert.sentence),
      text(alert.remedy),
      ...about,
      { kind: 'link', label: 'Open the admin area', url: `${alert.siteUrl}/admin` },
    ],
  };
}

/** The last email: the account is deleted. */
export function goodbye(person: Person): MailContent {
  return {
    subject: `Your ${brandName} account is deleted`,
    blocks: [
      hello(person),
      text(
        'Your account is deleted, as you asked: your name, email address and phone number are removed, your plan is ended, and your card will not be charged again.',
      ),
      text(
        'If you had opted out of our texts, we keep that choice in a form that does not show your number, so that we can keep honoring it.',
      ),
      text('Thank you for having been with us. You are welcome back any time.'),
    ],
  };
}
