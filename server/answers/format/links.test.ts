import { expect, test } from 'vitest';

import { withoutLinks } from './links.ts';

test.each([
  ['Visit https://www.irs.gov/refunds for your refund.', 'Visit irs.gov for your refund.'],
  ['See nasa.gov, mit.edu or army.mil.', 'See nasa.gov, mit.edu or army.mil.'],
  ['Help is at askline.example/faq.', 'Help is at askline.example.'],
])('an address that only an institution or we can have stays a name: %j', (line, plain) =>
  expect(withoutLinks(line)).toBe(plain),
);

test.each([
  ['The website is https://www.delta.com.', 'The website is delta dot com.'],
  ['Log in at evil.com/login?x=1 now.', 'Log in at evil dot com now.'],
  ['Amazon.com Inc. rose; x.com fell.', 'Amazon dot com Inc. rose; x dot com fell.'],
  ['EVIL.COM and Evil.com', 'EVIL dot COM and Evil dot com'],
  ['evil.com:8080/a?b#c is bad', 'evil dot com is bad'],
  ['see:http://evil.com/a,then', 'see:evil dot com'],
  ['shop.evil.co is it', 'shop dot evil dot co is it'],
])('any other address becomes words that no phone links: %j', (line, plain) => expect(withoutLinks(line)).toBe(plain));

test.each([
  ['Go to http://192.168.1.1/login now.', 'Go now.'],
  ['It is at bit.ly/3xYz.', 'It is.'],
  ['Visit xn--pypal-4ve.com today.', 'Visit today.'],
  [`Look at ${'a'.repeat(40)}.com today.`, 'Look today.'],
  ['It is secure.login.paypal.evil.com here.', 'It is here.'],
])('an address that says nothing in words goes: %j', (line, plain) => expect(withoutLinks(line)).toBe(plain));

test.each([
  ['It is sunny. Learn more at https://a.com/b. Bring a hat.', 'It is sunny. Bring a hat.'],
  ['For more information, visit weather.com.', ''],
  ['It is sunny (weather.com). It is warm (source: https://noaa.gov, https://b.org).', 'It is sunny. It is warm.'],
  ['Read more: https://a.com', ''],
])('a mere pointer to a page goes as a whole: %j', (line, plain) => expect(withoutLinks(line)).toBe(plain));

test.each([
  'It opens at 9 a.m. and closes at 5 p.m.',
  'The U.S. and the U.K. met J.K.Rowling in St.Paul.',
  'Write to help@usps.com or a.b+c@mail.example.org.',
  'It is 3.5 miles, $1,299.99, 12:30, 1.5x, v20.1 and 10.0.0.1.',
  'Use node.js, notes.txt or index.html, e.g. here, i.e. there.',
  'He ran.Then he stopped.',
  'Note: this is it. Ratio 3:1.',
])('what only looks like an address stays: %j', (line) => expect(withoutLinks(line)).toBe(line));

test('a mail link keeps its address', () => {
  expect(withoutLinks('Write to mailto:help@usps.com.')).toBe('Write to help@usps.com.');
});
