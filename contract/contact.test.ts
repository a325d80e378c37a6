import { expect, test } from 'vitest';

import { hasAllowedEnding } from './attachments.ts';
import { ContactMessage } from './contact.ts';
import { countries } from './countries.ts';
import { SupportTicket } from './support.ts';

const contact = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  subject: 'Contact',
  message: 'A message of some length',
};
const ticket = {
  ticketId: 'u1-abcdefgh',
  email: 'ada@example.com',
  phoneNumber: '(212) 555-0142',
  supportType: 'Billing',
  message: 'A message of some length',
  preferCall: 'false',
};

/** Maps each field name to its first message, as a form shows them. */
function faults(result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) {
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

test('a plain contact message passes and its values are trimmed', () => {
  expect(ContactMessage.parse({ ...contact, name: '  Ada Byron ' })).toEqual(contact);
});

test('an empty contact form shows every error together, in the wording of the specification', () => {
  expect(faults(ContactMessage.safeParse({ name: '', email: '', subject: '', message: '' }))).toEqual({
    name: 'Name must be at least 2 characters.',
    email: 'Please enter a valid email address.',
    subject: 'Please select a reason for contacting us.',
    message: 'Message must be at least 10 characters.',
  });
});

test('the waitlist requires a country from the list and no message', () => {
  const waitlist = { ...contact, subject: 'Join International Waitlist', message: '' };
  const missing = { country: 'Country is required for international waitlist.' };
  expect(faults(ContactMessage.safeParse(waitlist))).toEqual(missing);
  expect(faults(ContactMessage.safeParse({ ...waitlist, country: 'Atlantis' }))).toEqual(missing);
  expect(ContactMessage.safeParse({ ...waitlist, country: 'United States' }).success).toBe(true);
});

test('a name that would break an email header is refused', () => {
  expect(ContactMessage.safeParse({ ...contact, name: 'Ada\r\nBcc: all@example.com' }).success).toBe(false);
});

test('a country that holds further lines, or a page, is refused with every subject', () => {
  for (const country of ['Chad\nEmail: mallory@example.com', 'x'.repeat(101)]) {
    expect(ContactMessage.safeParse({ ...contact, country }).success).toBe(false);
  }
  expect(ContactMessage.safeParse({ ...contact, country: '' }).success).toBe(true);
});

test('there are about 190 countries, each once, the United States among them', () => {
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries.length).toBeGreaterThan(185);
  expect(countries).toContain('United States');
});

test('a ticket needs a message of ten characters, unless a call is requested', () => {
  expect(SupportTicket.parse(ticket).preferCall).toBe(false);
  expect(faults(SupportTicket.safeParse({ ...ticket, message: 'short' }))).toEqual({
    message: 'Message must be at least 10 characters when not requesting a phone call',
  });
  expect(SupportTicket.safeParse({ ...ticket, message: '', preferCall: true }).success).toBe(true);
});

test('an empty ticket shows every error together, in the wording of the specification', () => {
  const empty = { ticketId: 'x', email: 'no', phoneNumber: '', supportType: '', message: '', preferCall: false };
  expect(faults(SupportTicket.safeParse(empty))).toEqual({
    email: 'Valid email is required',
    phoneNumber: 'Phone number is required',
    supportType: 'Please select a support type',
    message: 'Message must be at least 10 characters when not requesting a phone call',
  });
});

test.each(['a.png', 'A.JPEG', 'b.c.log', 'x.pdf'])('%s may be attached', (name) => {
  expect(hasAllowedEnding(name)).toBe(true);
});

test.each(['a.svg', 'a.html', 'png', 'a.', 'a.constructor', ''])('"%s" may not be attached', (name) => {
  expect(hasAllowedEnding(name)).toBe(false);
});
