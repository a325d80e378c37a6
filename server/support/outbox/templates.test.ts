import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { html, type MailWords, plainText } from './layout.ts';
import * as templates from './templates.ts';

const person = { name: 'Zoë <b>Quick</b>', siteUrl: 'https://askline.example' };
const token = new Secret('t'.repeat(43));
const plan = {
  planName: 'Unlimited Annual Plan',
  price: '$32',
  interval: 'year',
  renewsOn: 'January 5, 2027',
} as const;

const all: Record<string, MailWords> = {
  welcome: templates.welcome(person, token),
  welcomeAgain: templates.welcome(person, null),
  confirmEmail: templates.confirmEmail(person, token),
  passwordCode: templates.passwordCode(person, '402911'),
  passwordChanged: templates.passwordChanged(person),
  phoneChanged: templates.phoneChanged(person, '42', token),
  codeFailures: templates.codeFailures(person),
  textsStopped: templates.textsStopped(person, plan),
  subscriptionStarted: templates.subscriptionStarted(person, plan, '+12025550100'),
  paymentFailed: templates.paymentFailed(person, plan),
  renewalReminder: templates.renewalReminder(person, plan),
  planCanceling: templates.planCanceling(person, plan, 'January 5, 2027'),
  planEnded: templates.planEnded(person, plan),
  goodbye: templates.goodbye(person),
};

test.each(Object.entries(all))(
  '%s greets by name, names the company, and says the same with and without HTML',
  (_kind, words) => {
    const [text, rich] = [plainText(words), html(words)];
    expect(text).toMatch(/^Hello Zoë <b>Quick<\/b>,\n\n/);
    expect(text).toContain('support@askline.example');
    expect(words.subject).toMatch(/Askline/);
    expect(words.subject.length).toBeLessThanOrEqual(70);
    expect(rich).toContain('Hello Zoë &lt;b&gt;Quick&lt;/b&gt;,');
    expect(rich).not.toMatch(/<b>|<script|<img|http:\/\//);
    const bare = rich.slice(rich.indexOf('<body')).replaceAll(/<[^>]+>/g, ' ');
    for (const block of words.blocks) {
      const said = block.kind === 'text' ? block.text : block.kind === 'code' ? block.code : block.label;
      expect(bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'")).toContain(said);
      if (block.kind === 'link') {
        expect(text).toContain(block.url);
        expect(rich).toContain(`href="${block.url}"`);
      }
    }
  },
);

test('the password mail carries the code in its body, not in its subject, and how long it is good for', () => {
  expect(plainText(all['passwordCode']!)).toMatch(/\n {4}402911\n/);
  expect(plainText(all['passwordCode']!)).toContain('good for 10 minutes');
  expect(all['passwordCode']!.subject).not.toContain('402911');
});

test('the changed-phone mail shows two digits of the number at most', () => {
  expect(plainText(all['phoneChanged']!)).toContain('the one that ends in 42.');
  expect(plainText(templates.phoneChanged(person, null, null))).toContain(
    'The phone number of your account was changed. ',
  );
});

test('after a STOP the mail says that the plan goes on, what it costs, and how to cancel', () => {
  const text = plainText(all['textsStopped']!);
  expect(text).toContain('It renews on January 5, 2027 for $32.');
  expect(text).toMatch(/Cancel your plan:\nhttps:\/\/askline\.example\/dashboard/);
  expect(text).toContain('text START');
});

test('the renewal reminder names the day, the price, that it goes on by itself, and two ways to cancel', () => {
  const text = plainText(all['renewalReminder']!);
  for (const part of [
    'January 5, 2027',
    '$32',
    'by itself',
    '/dashboard',
    'cancel by writing to support@askline.example',
  ])
    expect(text).toContain(part);
});

test('the failed-payment mail names the plan, the price and where to change the card', () => {
  const text = plainText(all['paymentFailed']!);
  for (const part of ['Unlimited Annual Plan', '$32', '/dashboard']) expect(text).toContain(part);
});

test('the goodbye says what is gone and what is kept', () => {
  const text = plainText(all['goodbye']!);
  expect(text).toContain('your name, email address and phone number are removed');
  expect(text).toContain('opted out');
});

test('the welcome does not ask for a plan that its reader may have bought a moment ago', () => {
  expect(plainText(all['welcome']!)).not.toMatch(/choose a plan|subscribe/i);
  expect(plainText(all['welcome']!)).toContain('https://askline.example/dashboard');
});

test('the wrong-codes mail and the changed-password mail say what to do', () => {
  expect(plainText(all['codeFailures']!)).toContain('no more codes until tomorrow');
  expect(plainText(all['passwordChanged']!)).toContain('If this was not you');
});

test('the confirmation of a purchase says what renews for how much, how to end it, and where to text', () => {
  const text = plainText(all['subscriptionStarted']!);
  for (const part of ['$32 every year', 'January 5, 2027', 'until you cancel', 'Manage Subscription', '+12025550100']) {
    expect(text).toContain(part);
  }
  expect(plainText(templates.subscriptionStarted(person, plan, null))).toContain('Your dashboard shows the number');
});
