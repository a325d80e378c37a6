import { expect, test } from 'vitest';

import { asksFor, namesUs } from './asks-for.ts';

const what = (question: string): string[] =>
  Object.entries(asksFor(question, 'Askline'))
    .filter(([, is]) => is === true)
    .map(([name]) => name);

test.each([
  'phone number for delta airlines',
  'whats the number to walgreens on clark st',
  'pizza hut number boise',
  'how do i reach comcast',
  'who do I call about a gas leak',
  'IRS customer service',
  'who is (202) 555-0100',
  'suicide hotline',
  'telefono de la biblioteca',
])('a phone number is asked for: %j', (question) => expect(what(question)).toContain('phone'));

test.each([
  'taxi in boise',
  'cab 83702',
  'taxi service in salt lake city utah',
  'plumber near me',
  'nearest locksmith open now',
  'i need a tow truck in tulsa',
  'who does pizza delivery in salida co',
  'order chinese takeout near 60614',
  'urgent care near me',
  'report a pothole in chicago',
  'how do i report a power outage to comed',
  'Comed outage',
  'lost my debit card chase',
  'my visa card was stolen',
  'make a dmv appointment in mesa',
  'gambling problem',
  'how do i quit smoking',
  'help with drug addiction',
  'plomero cerca de mi',
  'quiero reportar un bache',
  'perdí mi tarjeta de chase',
  'quiero dejar de fumar',
])('a call is the answer, so that a number is asked for: %j', (question) => expect(what(question)).toContain('phone'));

test.each(['website of delta', 'where can i renew my license online', 'what is the url for usps', 'site for tickets'])(
  'a website is asked for: %j',
  (question) => expect(what(question)).toContain('site'),
);

test.each(['email of the mayor', 'How do I contact the library', 'correo del consulado'])(
  'a mail address is asked for: %j',
  (question) => expect(what(question)).toContain('mail'),
);

test.each([
  'how much is askline',
  'Is Ask-Line safe',
  'who are you',
  'what is this service',
  '¿quiénes son ustedes?',
  'que es este servicio',
])('we are asked about: %j', (question) => expect(what(question)).toContain('us'));

test.each([
  'weather 60614',
  'atomic number of gold',
  'number of people in texas',
  'what number comes after 7',
  'who called the election',
  'when did they call it a draw',
  'how old is the pope',
  'contact lens prices',
  'is 91 a prime number',
  'taxi driver cast',
  'how much does a plumber make',
  'pizza dough recipe',
  'tow the line meaning',
  'weather report for boise',
  'how to write a book report',
  'report card comments',
  'credit report',
  'lost episodes in order',
  'nearest planet to the sun',
  'reservation dogs cast',
  'doctor who cast',
])('nothing beyond an answer is asked for: %j', (question) => expect(what(question)).toEqual([]));

test.each(['how do i stop spam texts', 'how to unsubscribe from at&t', 'que es un short code'])(
  'a word to text is asked for: %j',
  (question) => expect(what(question)).toContain('keywords'),
);

test.each(['how do i renew my passport', 'license renewal', 'upgrade to windows 11', 'reactivate my sim'])(
  'a renewal is asked for: %j',
  (question) => expect(what(question)).toContain('renewal'),
);

test('things of the person are named by words of a closed list', () => {
  expect(asksFor('do my licenses and my Medicare card expire', 'Askline').things).toEqual(['card', 'license']);
  expect(asksFor('weather 60614', 'Askline').things).toEqual([]);
});

test('our name is recognized in any case and with punctuation inside', () => {
  expect(['ASKLINE.', 'Ask-line', 'Ásklíne', "askline's"].every((words) => namesUs(words, 'Askline'))).toBe(true);
  expect(namesUs('ask line by line', 'Askline')).toBe(false);
  expect(['Dr. Q+ plans', 'dr q+'].every((words) => namesUs(words, 'Dr. Q+'))).toBe(true);
});

test('a short name is recognized as a whole word only', () => {
  expect(namesUs('a message from the sender', 'Sage')).toBe(false);
  expect(namesUs('a task for Canada', 'Ask') || namesUs('a task for Canada', 'Ada')).toBe(false);
  expect(["Sage's plan", '(SAGE)', 'sage-support', 'Sage24'].every((words) => namesUs(words, 'Sage'))).toBe(true);
});
