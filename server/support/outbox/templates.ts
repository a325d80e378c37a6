import { brand } from '#contract/brand.ts';
import type { Secret } from '#server/platform/secret.ts';

import type { Block, MailContent } from './layout.ts';

const { name: brandName, supportEmail } = brand;

/** The recipient of an email. */
export type Person = {
  /** Null until the mailbox is proven, and for a name that an email must not repeat (domain/mail-name.ts). */
  readonly name: string | null;
  /** The phone belongs to someone they help: the emails say "the phone" (docs/decisions/0040-helpers.md). */
  readonly isHelper: boolean;
  readonly siteUrl: string;
};

export const text = (content: string): Block => ({ kind: 'text', text: content });
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url });
export const hi = ({ name }: Pick<Person, 'name'>): Block => text(name === null ? 'Hi,' : `Hi ${name.split(' ')[0]},`);
export const phoneOf = ({ isHelper }: Person): string => (isHelper ? 'the phone' : 'your phone');
/** @param token of the link, or null where the mailbox is proven */
const emailProof = ({ siteUrl }: Person, token: Secret | null): Block[] =>
  token === null
    ? []
    : [
        text(
          "Please confirm that this is your email. If you aren't logged in, we'll ask you to. The link works for 7 days.",
        ),
        { kind: 'link', label: 'Confirm my email', url: `${siteUrl}/dashboard?confirm_email=${token.reveal()}` },
        text("If you didn't create this account, ignore this email. Until you confirm, we won't use your name."),
      ];
export const dashboard = ({ siteUrl }: Person, label: string): Block => ({
  kind: 'link',
  label,
  url: `${siteUrl}/dashboard`,
});
const notYou = text(`If this wasn't you, email ${supportEmail} right away.`);

/**
 * After the first phone is verified. It does not ask for a plan: the page after sign-up does, a moment later.
 * @param token proves the mailbox; null where it is proven
 */
export function welcome(person: Person, token: Secret | null): MailContent {
  return {
    subject: `Welcome to ${brandName}`,
    hasSecret: token !== null,
    blocks: [
      hi(person),
      text(
        person.isHelper
          ? 'Your account is ready and the phone is verified. With a plan, its owner can text a question and get a short answer back. No internet, no app. Your dashboard has the number to text and a card to print for the fridge.'
          : 'Your account is ready and your phone is verified. With a plan, you can text a question and get a short answer back. No internet, no app. Your dashboard has your plan and the number to text.',
      ),
      dashboard(person, 'Go to your dashboard'),
      ...emailProof(person, token),
      text(`Questions? See ${person.siteUrl}/faq or email ${supportEmail}.`),
    ],
  };
}

/** The link that proves the mailbox, requested again. */
export function confirmEmail(person: Person, token: Secret): MailContent {
  return {
    subject: `Confirm your email for ${brandName}`,
    hasSecret: true,
    blocks: [hi(person), ...emailProof(person, token)],
  };
}

/** The code to set a new password. The link leads to its form, with the address in the part that no server is sent. */
export function passwordCode(person: Person, code: string, email: string): MailContent {
  return {
    // The code is neither in the subject nor near the beginning: locked screens show both.
    subject: `Your ${brandName} password reset code`,
    hasSecret: true,
    blocks: [
      hi(person),
      text(
        "If you didn't request this code, ignore this email and your password won't change. Never share the code. We'll never ask for it.",
      ),
      text("Here's your password reset code. It expires in 10 minutes."),
      { kind: 'code', code },
      link('Enter the code', `${person.siteUrl}/forgot-password#email=${encodeURIComponent(email)}`),
    ],
  };
}

/** @param mustVerifyPhone the phone was removed (docs/reference/security.md#t31) */
export function passwordChanged(person: Person, mustVerifyPhone: boolean): MailContent {
  const phone = phoneOf(person);
  const removed = ` For your safety, ${phone} was removed. Until you verify it again, we can't answer its texts.`;
  return {
    subject: `Your ${brandName} password was changed`,
    blocks: [
      hi(person),
      text(`Your password was changed and all your devices were logged out.${mustVerifyPhone ? removed : ''}`),
      mustVerifyPhone
        ? dashboard(person, `Verify ${phone}`)
        : { kind: 'link', label: 'Log in', url: `${person.siteUrl}/login` },
      notYou,
    ],
  };
}

/**
 * @param lastDigits the last two digits of the number, or null when it is not known any more
 * @param undoToken of the link that brings the old number back; null when there was none, or not for a day any more
 */
export function phoneChanged(person: Person, lastDigits: string | null, undoToken: Secret | null): MailContent {
  const isChange = undoToken !== null;
  const ending = lastDigits === null ? '' : `${isChange ? ' to one' : ''} ending in ${lastDigits}`;
  const news = isChange
    ? `${person.isHelper ? 'The' : 'Your'} phone number was changed${ending}`
    : `A phone number${ending} was verified for your account`;
  return {
    subject: isChange ? `Your ${brandName} phone number was changed` : `A phone was added to your ${brandName} account`,
    hasSecret: undoToken !== null,
    blocks: [
      hi(person),
      text(`${news}. We now answer that phone only, and your other devices were logged out.`),
      dashboard(person, 'Go to your dashboard'),
      ...(undoToken === null
        ? [notYou]
        : [
            text("If this wasn't you, bring your old number back and log out every device. The link works for a day:"),
            link('Undo this change', `${person.siteUrl}/forgot-password#undo_phone=${undoToken.reveal()}`),
          ]),
    ],
  };
}

/** After ten wrong codes the account accepts none until 24 hours after the first. */
export function codeFailures(person: Person): MailContent {
  return {
    subject: `Wrong codes for your ${brandName} account`,
    blocks: [
      hi(person),
      text(
        'Someone entered the wrong verification code for your account several times today. To keep it safe, codes are paused for up to 24 hours.',
      ),
      text(
        `If that was you, try again after that or email ${supportEmail}. If it wasn't, there's nothing you need to do. No one got in.`,
      ),
    ],
  };
}

/** The last email: the account is deleted, by its owner or by an operator, with a plan or without. */
export function goodbye(person: Pick<Person, 'name'>): MailContent {
  return {
    subject: `Your ${brandName} account is deleted`,
    blocks: [
      hi(person),
      text(
        "Your account is deleted. We've removed your name, email, and phone number. Any plan you had is canceled, and your card won't be charged again.",
      ),
      text(
        "If you had opted out of our texts, we keep that choice in a form that doesn't show your number, so we can keep honoring it.",
      ),
      text('Thanks for being with us.'),
    ],
  };
}
