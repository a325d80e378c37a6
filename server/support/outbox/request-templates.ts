import { brand } from '#contract/brand.ts';
import { contactCopy } from '#contract/contact-copy.ts';

import type { Block, MailContent } from './layout.ts';

const { name: brandName } = brand;

const text = (content: string): Block => ({ kind: 'text', text: content });
const notYou = text("If you didn't contact us, someone may have entered your email by mistake. You can ignore this.");

/**
 * The acknowledgement of a request to support. It repeats nothing of the request, so that the form cannot relay
 * messages.
 * @param reference the ticket's id; null for a message of the contact page
 */
export function requestReceived(reference: string | null, kind: 'ticket' | 'contact'): MailContent {
  return {
    subject: kind === 'ticket' ? `We have your ${brandName} support request` : `We have your message to ${brandName}`,
    blocks: [
      text('Hi,'),
      text('Our support team has your message and will reply by email.'),
      ...(reference === null ? [] : [text(`Your ticket number is ${reference}.`)]),
      notYou,
    ],
  };
}

/**
 * The acknowledgement of an entry in the waitlist, in the words of the page. No one replies to it.
 * @param country one of the form's list, so that the form cannot relay messages with it
 */
export function waitlisted(country: string): MailContent {
  return {
    subject: `Your ${brandName} waitlist request`,
    blocks: [text('Hi,'), text(contactCopy.waitlisted(country).replaceAll('’', "'")), notYou],
  };
}

/** To the sender of a request that the mail server refused and an operator discarded. */
export function requestDiscarded(reference: string | null): MailContent {
  return {
    subject: `Please send your message to ${brandName} again`,
    blocks: [
      text('Hi,'),
      text("Our email server didn't accept your message to our support team, so we've deleted it."),
      ...(reference === null ? [] : [text(`Your ticket number was ${reference}.`)]),
      text("If we haven't replied to you yet, please send it again without files. We're sorry for the trouble."),
      notYou,
    ],
  };
}
