import { brand } from '#contract/brand.ts';

// The copy of the contact page; those of its answers and subjects are in contract/contact-copy.ts.

export const pageTitle = `Contact us · ${brand.name}`;
export const pageDescription = `Write to ${brand.name}: questions, bugs, payments, ideas, or a place on the international waitlist.`;

export const title = 'Contact Us';
export const lead = 'Questions, bugs, billing, ideas? Write to us and a person will write back.';
export const byEmail = 'By email: {email}';
export const notGettingAnswers = 'Not getting answers? Our <link>troubleshooting FAQ</link> is the fastest fix.';
export const backToHome = 'Back to Home';

export const name = 'Name';
export const email = 'Email';
export const reason = 'Reason for contacting us';
export const country = 'Country';
export const chooseCountry = 'Choose your country';
export const message = 'Message';
export const send = 'Send Message';
export const sending = 'Sending…';
