import { brand } from '#contract/brand.ts';
import { unbroken } from '#web/lib/format/unbroken.ts';

/** The copy of the support ticket, by the file that shows them. */
export const supportCopy = {
  supportDialog: {
    getSupport: 'Get Support',
    lead: 'Tell us what happened. A real person will email you back.',
    discardQuestion: 'Discard this ticket?',
    keepWriting: 'Keep Writing',
    discard: 'Discard',
  },
  /** Shown when a ticket failed and the server gave no message. */
  ticketFailure: {
    title: 'Support Ticket Failed',
    fallback: 'Failed to submit support ticket',
  },
  supportForm: {
    supportTicketSent: 'Support Ticket Sent',
    ticketSentText: (ticketId: string) => `We’ll reply by email. Your ticket number is ${ticketId}`,
    sending: 'Sending…',
    submitTicket: 'Submit Ticket',
    message: 'Message',
    ratherCall: `I’d rather get a call. We call ${unbroken(brand.callHours.from)} to ${unbroken(brand.callHours.to)}.`,
    filesTooLarge: 'The files are too large to be sent together. Please remove one and try again.',
    wrongFileType: 'We can’t accept one of these files. Please send images, .txt, .log, or .pdf files.',
  },
  ticketFields: {
    supportType: 'Support type',
    chooseType: 'Choose a type',
    subject: 'Subject',
    whenHappened: 'When did it happen?',
    date: 'Date',
    time: 'Time',
    timeZone: 'Time zone',
    email: 'Email',
    phoneNumber: 'Phone number',
    ownPhoneNumber: 'Your own phone number',
    ticketId: 'Ticket ID',
  },
} as const;
