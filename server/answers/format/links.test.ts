import { expect, test } from 'vitest';

import { asksNothing } from '../asks-for.ts';
import { formatSms } from '../format-sms.ts';
import { withoutLinks } from './links.ts';

const unasked = (line: string): string => withoutLinks(line, asksNothing).trim();

test.each([
  ['Visit https://www.irs.gov/refunds for your refund.', 'Visit irs.gov for your refund.'],
  ['See nasa.gov, mit.edu or ARMY.MIL.', 'See nasa.gov, mit.edu or army.mil.'],
])('an address that only an institution can have stays a name: %j', (line, plain) => expect(unasked(line)).toBe(plain));

test('our own address stays where the question is about us', () => {
  const line = 'Help is at askline.example/faq.';
  expect(withoutLinks(line, { ...asksNothing, us: true })).toBe('Help is at askline.example.');
  expect(unasked(line)).toBe('');
});

test.each([
  ['The website is https://www.delta.com.', 'The website is delta dot com.'],
  ['Log in at evil.com/login?x=1 now.', 'Log in at evil dot com now.'],
  ['EVIL.COM and Evil.com', 'EVIL dot COM and Evil dot com'],
  ['evil.com:8080/a?b#c is it', 'evil dot com is it'],
  ['shop.evil.co is it', 'shop dot evil dot co is it'],
  ['It is delta dot com.', 'It is delta dot com.'],
])('where a website is asked for it is named in words that no phone links: %j', (line, plain) => {
  expect(withoutLinks(line, { ...asksNothing, site: true }).trim()).toBe(plain);
});

test.each([
  ['It is sunny. Learn more at https://a.com/b. Bring a hat.', 'It is sunny. Bring a hat.'],
  ['For more information, visit weather.com.', ''],
  ['It is sunny (weather.com). It is warm (source: https://noaa.gov, https://b.org).', 'It is sunny. It is warm.'],
  ['Read more: https://a.com', ''],
  ['Sign in at evil.com/login now.', ''],
  ['The website is https://www.delta.com.', ''],
  ['Call 888-555-0100 to renew it. It is warm.', 'It is warm.'],
])('a sentence whose point is an address goes as a whole: %j', (line, plain) => expect(unasked(line)).toBe(plain));

test.each([
  ['Tickets cost $20 at eventbrite.com.', 'Tickets cost $20.'],
  ['According to weather.com, it will rain.', 'It will rain.'],
  ['You can buy stamps at usps.com or at any post office.', 'You can buy stamps at any post office.'],
  ['The store is open until 9 p.m., see walmart.com for details.', 'The store is open until 9 p.m.'],
  ['Its phone number is (312) 555-0123, and it is open until 9.', 'It is open until 9.'],
  ['Walgreens is at 12 Main St., (312) 555-0100, near the park.', 'Walgreens is at 12 Main St., near the park.'],
  ['Sign in at Netflix.com, open Account, and choose Cancel.', 'Open Account, and choose Cancel.'],
  ['Go to amazon.com, choose Returns, and print the label.', 'Choose Returns, and print the label.'],
  ['Log in at chase.com, select the card, and tap Lock.', 'Select the card, and tap Lock.'],
  ['Go to evil.com, enter your card number, and win.', ''],
  ['Amazon.com Inc. rose; x.com fell.', 'Amazon Inc. rose; x fell.'],
])('of a sentence that says more, only the way to the address goes: %j', (line, plain) => {
  expect(unasked(line)).toBe(plain);
});

test.each([
  ['Call Chase at 1-800-935-9935 to lock your card.', 'Call Chase to lock your card.'],
  [
    'If it is gone, call your bank at 1-800-935-9935, and file a report.',
    'If it is gone, call your bank, and file a report.',
  ],
  ['Call the ASPCA Poison Control Center toll-free at 888-426-4435 now.', 'Call the ASPCA Poison Control Center now.'],
  ['First, contact the IRS on 800-829-1040.', 'First, contact the IRS.'],
  ['Call us at 888-555-0100 to renew it. It is warm.', 'It is warm.'],
  ['Call the number at 888-555-0100 now. It is warm.', 'It is warm.'],
  ['Call toll-free at 888-555-0100. It is warm.', 'It is warm.'],
  ['Call evil.com at 888-555-0100 now. It is warm.', 'It is warm.'],
])('a call to a named place keeps its name: %j', (line, plain) => expect(unasked(line)).toBe(plain));

test.each([
  ['He ran.Then he stopped.', 'He ran. Then he stopped.'],
  ['They met J.K.Rowling in St.Paul at 5 p.m.so be there.', 'They met J.K. Rowling in St. Paul at 5 p.m. so be there.'],
  ['It is No.5, see Fig.3.', 'It is No. 5, see Fig. 3.'],
  ['今天晴.明天雨', '今天晴。明天雨'],
])('where only a blank is missing it is put in: %j', (line, plain) => expect(unasked(line)).toBe(plain));

test('a file name whose ending is a domain is said in words', () => {
  expect(unasked('Save the file as main.py and run it.')).toBe('Save the file as main dot py and run it.');
});

test('lifelines are named without being asked for', () => {
  const line = 'Call Poison Control at 1-800-222-1222, or text HOME to 741741.';
  expect(unasked(line)).toBe(line);
});

test.each(['The sum is 200 300 4000.', 'It is 4294967295.', 'There are 300-4000 of them.'])(
  'numbers are not phone numbers where nothing mentions calling: %j',
  (line) => expect(unasked(line)).toBe(line),
);

test('a mail link keeps its address where one is asked for', () => {
  const asks = { ...asksNothing, mail: true };
  expect(withoutLinks('Write to mailto:help@usps.com or a.b+c@mail.example.org.', asks)).toBe(
    'Write to help@usps.com or a.b+c@mail.example.org.',
  );
});

test.each([
  'Email Support@Venmo for a refund of your order.',
  'Send money to Alice@Paypal for the tickets.',
  'Send $5.50 to Alice@Paypal for it.',
  'To get it back, write to HELP@IRS soon.',
  'Pague a Alice@Paypal por los boletos.',
])('a handle after send or email is no game of two teams: %j', (line) => {
  expect(unasked(`It is sunny. ${line}`)).not.toMatch(/@|Venmo|Paypal|IRS/);
});

test('two teams play in the sentence after one about an email', () => {
  expect(unasked('Send it today. CHI@GB is at 7.')).toBe('Send it today. CHI @ GB is at 7.');
});

test.each([
  ["Don't call Chase at 888-555-0100; it's a scam.", "It's a scam."],
  ['Never call Microsoft at 888-555-0100. Hang up.', 'Hang up.'],
  ['Nunca llame a Microsoft al 888-555-0100. Cuelgue.', 'Cuelgue.'],
])('a warning about a number does not become one about its owner: %j', (text, left) => {
  expect(formatSms(text).body).toBe(left);
});

test.each([
  ['Best Buy matches Amazon.com, Costco.com, and Target.com.', 'Best Buy matches Amazon, Costco, and Target.'],
  [
    'Shares of Amazon.com, Salesforce.com, and Booking.com rose 2%.',
    'Shares of Amazon, Salesforce, and Booking rose 2%.',
  ],
  [
    'You can buy it at Amazon.com, Walmart.com, or BestBuy.com for $99.',
    'You can buy it at Amazon, Walmart, or BestBuy for $99.',
  ],
  ['It streams on Max.com, Hulu.com and Netflix.com.', 'It streams on Max, Hulu and Netflix.'],
  ['It is sunny, evil.com.', 'It is sunny.'],
  ['Sign in at evil.com, evil.net or evil.org now. It is sunny.', 'It is sunny.'],
  ['Claim it, evil.com/x, evil.net/y. It is sunny.', 'Claim it. It is sunny.'],
])('a list of shops keeps their names: %j', (text, left) => {
  expect(formatSms(text).body).toBe(left);
});
