import { expect, test } from 'vitest';

import { brand } from '#contract/brand.ts';
import type { MailKind } from '#server/domain/ports/mail-queue.ts';
import { Secret } from '#server/platform/secret.ts';

import { html, type MailContent, plainText } from './layout.ts';
import * as planTemplates from './plan-templates.ts';
import { emailChanged, freeTime, paymentRefunded, phoneReleased } from './support-templates.ts';
import * as templates from './templates.ts';

const person = { name: '<b>Zoë</b> Quick', isHelper: false, siteUrl: 'https://askline.example' };
const token = new Secret('t'.repeat(43));
const plan = {
  planName: 'Unlimited Annual Plan',
  price: '$32',
  interval: 'year',
  renewsOn: 'January 5, 2027',
  owed: null,
  end: null,
} as const;

const late = { ...plan, renewsOn: null, owed: { nextTryOn: 'January 8, 2027' } };
const asking = { phone: '+13125550142', serviceNumber: '+12025550100', isOptedOut: false };
const free = { ...asking, until: 'December 26, 2026', plan: null, isFlagged: false };

/** What a locked screen may show of an email next to its subject, tags of its HTML aside. */
const previews = (email: MailContent) =>
  [
    plainText(email),
    html(email)
      .replace(/^[^]*<body/, '<body')
      .replaceAll(/<[^>]*>/g, ''),
  ].map((body) => {
    return body.replaceAll(/\s+/g, ' ').trim().slice(0, 150);
  });

test('neither the subject nor the beginning of the email with a code shows the code', () => {
  const email = templates.passwordCode({ ...person, name: '' }, '402911', 'ruth@example.com');
  for (const shown of [email.subject, ...previews(email)]) expect(shown).not.toMatch(/\d{3}/);
  expect(plainText(email)).toContain('402911');
});

/** The email of each kind; a missing kind does not compile. Alerts, which go to the operator, have other wording. */
const ofKind: Readonly<Record<Exclude<MailKind, 'operator_alert'>, MailContent>> = {
  welcome: templates.welcome(person, token),
  confirm_email: templates.confirmEmail(person, token),
  password_code: templates.passwordCode(person, '402911', 'ruth+mom@example.com'),
  password_changed: templates.passwordChanged(person, false),
  phone_changed: templates.phoneChanged(person, '42', token),
  phone_released: phoneReleased(person, plan),
  email_changed: emailChanged(person),
  code_failures: templates.codeFailures(person),
  texts_stopped: planTemplates.textsStopped(person, plan),
  subscription_started: planTemplates.subscriptionStarted(person, plan, asking),
  payment_failed: planTemplates.paymentFailed(person, late, asking),
  payment_refunded: paymentRefunded(person, '$32', plan),
  renewal_reminder: planTemplates.renewalReminder(person, plan),
  plan_canceling: planTemplates.planCanceling(
    person,
    { ...plan, end: { on: 'January 5, 2027' } },
    { ...asking, freeUntil: null },
  ),
  plan_ended: planTemplates.planEnded(person, plan, { isFlagged: false, isUnpaid: false, freeUntil: null }),
  free_time: freeTime(person, free),
  goodbye: templates.goodbye(person),
};
const all = {
  ...ofKind,
  plan_ended_unpaid: planTemplates.planEnded(person, plan, { isFlagged: false, isUnpaid: true, freeUntil: null }),
  plan_resumed: planTemplates.planResumed(person, plan),
  welcome_again: templates.welcome(person, null),
  password_changed_phone_removed: templates.passwordChanged(person, true),
};

test.each(Object.entries(all))(
  '%s greets by name, names the company, and says the same with and without HTML',
  (_kind, content) => {
    const [text, rich] = [plainText(content), html(content)];
    expect(text).toMatch(/^Hi <b>Zoë<\/b>,\n\n/);
    for (const said of [text, rich]) {
      expect(said).toContain(brand.company);
      expect(said).toContain('support@askline.example');
    }
    expect(content.subject).toMatch(/Askline/);
    expect(content.subject.length).toBeLessThanOrEqual(70);
    expect(rich).toContain('Hi &lt;b&gt;Zoë&lt;/b&gt;,');
    expect(rich).not.toMatch(/<b>|<script|<img|http:\/\//);
    const bare = rich.slice(rich.indexOf('<body')).replaceAll(/<[^>]+>/g, ' ');
    for (const block of content.blocks) {
      const said = block.kind === 'text' ? block.text : block.kind === 'code' ? block.code : block.label;
      expect(bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'")).toContain(said);
      if (block.kind === 'link') {
        expect(text).toContain(block.url);
        expect(rich).toContain(`href="${block.url}"`);
      }
    }
  },
);

test('each color of an email has a dark one for readers who prefer dark mode', () => {
  const rich = html(all.password_changed);
  const [style = '', body = ''] = [/<style>(.+)<\/style>/, /<body[^]+/].map((part) => part.exec(rich)?.[0]);
  const colored = [...body.matchAll(/<(\w+)([^>]*)style="[^"]*(?:background|color):/g)];
  expect(colored.length).toBeGreaterThan(3);
  for (const [, tag, attributes = ''] of colored) {
    const name = /class="(\w+)"/.exec(attributes)?.[1];
    expect(style).toMatch(
      new RegExp(`[{}]${name === undefined ? tag : `\\.${name}`}\\{[^}]*color:#[0-9a-f]{6}!important`),
    );
  }
});

test('the password email carries the code in its body, not in its subject, and when it expires', () => {
  expect(plainText(all.password_code)).toMatch(/\n {4}402911\n/);
  expect(plainText(all.password_code)).toContain('expires in 10 minutes');
  expect(plainText(all.password_code)).toContain('/forgot-password#email=ruth%2Bmom%40example.com');
  expect(all.password_code.subject).not.toContain('402911');
});

test('the changed-phone email shows two digits of the number at most', () => {
  expect(plainText(all.phone_changed)).toContain('to one ending in 42.');
  expect(plainText(templates.phoneChanged(person, null, null))).toContain(
    'A phone number was verified for your account. ',
  );
});

test('after an opt-out the email says that the plan continues, what it costs, and how to cancel', () => {
  const text = plainText(all.texts_stopped);
  // An operator opts numbers out too.
  expect(text).toContain("Texts to your phone are off, and we won't text it anymore. Your plan isn't canceled.");
  expect(text).not.toContain('STOP');
  expect(text).toContain('It renews on January 5, 2027 for $32.');
  expect(text).toMatch(/Cancel your plan:\nhttps:\/\/askline\.example\/dashboard/);
  expect(text).toContain('text START');
});

test('the renewal reminder names the day, the price, that it renews automatically, and two ways to cancel', () => {
  const text = plainText(all.renewal_reminder);
  for (const part of [
    'January 5, 2027',
    '$32',
    'automatically',
    '/dashboard',
    'cancel by emailing support@askline.example',
  ])
    expect(text).toContain(part);
});

test('the email about a cancellation that was taken back says what is charged when, and how to cancel', () => {
  const text = plainText(all.plan_resumed);
  for (const part of [
    'no longer canceled',
    'January 5, 2027',
    '$32',
    'every year after that until you cancel',
    '/dashboard',
  ])
    expect(text).toContain(part);
});

test('the failed-payment email names the plan, the price and where to change the card', () => {
  const text = plainText(all.payment_failed);
  for (const part of ['Unlimited Annual Plan', '$32', '/dashboard', "we'll try your card again on January 8, 2027."])
    expect(text).toContain(part);
  const unset = planTemplates.paymentFailed(person, { ...late, owed: { nextTryOn: null } }, asking);
  expect(plainText(unset)).toContain("we'll try your card again. Please");
});

test('the email about the end of a plan says so where the card was the reason', () => {
  expect(plainText(all.plan_ended_unpaid)).toContain("has ended because we couldn't charge your card. We no longer");
  expect(plainText(all.plan_ended)).toContain('has ended. We no longer');
});

test('the refund email names what went back, and the plan only where one renews', () => {
  const text = plainText(all.payment_refunded);
  expect(text).toContain('We refunded $32 to the card you paid with.');
  expect(text).toContain("Your Unlimited Annual Plan isn't canceled. It renews on January 5, 2027 for $32.");
  expect(plainText(paymentRefunded(person, '$3', null))).not.toMatch(/plan/i);
});

test('the email about free time says until when, that nothing is charged, and what comes after', () => {
  const text = plainText(all.free_time);
  expect(all.free_time.subject).toBe('Askline is free for you until December 26, 2026');
  for (const part of [
    "We'll answer texts from your phone until December 26, 2026. Text questions to (202) 555-0100 from",
    "No card is charged, now or when it ends. It doesn't renew.",
    'After December 26, 2026, we stop answering unless you have a plan.',
    "You'll be charged that day.",
    '/subscribe',
  ]) {
    expect(text).toContain(part);
  }
});

test('the email about free time promises nothing of a plan that is canceled or owes a payment', () => {
  const canceled = plainText(freeTime(person, { ...free, plan: { ...plan, end: { on: 'December 3, 2026' } } }));
  expect(canceled).toContain(
    "isn't charged. Your Unlimited Annual Plan still ends on December 3, 2026, and your card won't be charged again.",
  );
  const overdue = plainText(freeTime(person, { ...free, plan: late }));
  expect(overdue).toContain("Plan is still due, and we'll try your card again on January 8, 2027.");
  for (const text of [canceled, overdue]) {
    expect(text).not.toMatch(/No card|\/subscribe/);
    expect(text).toContain('/dashboard');
  }
  const flagged = plainText(freeTime(person, { ...free, isFlagged: true }));
  expect(flagged).toContain('/contact');
  expect(flagged).not.toContain('/subscribe');
});

test('the emails about the end of a plan say so where free time continues', () => {
  const ended = planTemplates.planEnded(person, plan, {
    isFlagged: false,
    isUnpaid: false,
    freeUntil: 'December 26, 2026',
  });
  expect(plainText(ended)).toContain('has ended. Askline is free for you until December 26, 2026, and your card');
  const canceled = { ...plan, end: { on: 'December 3, 2026' } };
  const canceling = planTemplates.planCanceling(person, canceled, { ...asking, freeUntil: 'December 26, 2026' });
  expect(plainText(canceling)).toContain('After that, Askline is free for you until December 26, 2026.');
});

test('the goodbye says what is deleted and what is kept', () => {
  const text = plainText(all.goodbye);
  expect(text).toContain('removed your name, email, and phone number');
  expect(text).toContain("Any plan you had is canceled, and your card won't be charged again.");
  // An operator deletes accounts too, and not every account had a plan.
  expect(text).not.toMatch(/you asked|canceled your plan|welcome back/);
  expect(text).toContain('opted out');
});

test('the welcome does not ask for a plan that its reader may have bought a moment ago', () => {
  expect(plainText(all.welcome)).not.toMatch(/choose a plan|subscribe/i);
  expect(plainText(all.welcome)).toContain('https://askline.example/dashboard');
});

test('the email about wrong codes names the time of the limit', () => {
  const text = plainText(all.code_failures);
  expect(text).toContain('codes are paused for up to 24 hours');
  expect(text).not.toContain('tomorrow');
});

test('the changed-password email says what to do', () => {
  expect(plainText(all.password_changed)).toContain("If this wasn't you");
  const removed = plainText(all.password_changed_phone_removed);
  for (const part of ['your phone was removed', '/dashboard']) expect(removed).toContain(part);
  expect(plainText(templates.passwordChanged({ ...person, isHelper: true }, true))).toContain('the phone was removed');
});

test('the confirmation of a purchase says what renews for how much, how to end it, and where to text', () => {
  const text = plainText(all.subscription_started);
  for (const part of ['$32 a year', 'January 5, 2027', 'until you cancel', 'Manage Subscription', '(202) 555-0100']) {
    expect(text).toContain(part);
  }
  const withoutNumber = (isOptedOut: boolean) =>
    plainText(planTemplates.subscriptionStarted(person, plan, { ...asking, serviceNumber: null, isOptedOut }));
  expect(withoutNumber(false)).toContain('Your dashboard has the number');
  expect(withoutNumber(true)).toContain('Text START from it to the number on your dashboard, then ask.');
});

test('a helper reads "the phone", not "your phone", and where to print the number', () => {
  const helper = { ...person, isHelper: true };
  const texts = [
    templates.welcome(helper, null),
    planTemplates.textsStopped(helper, plan),
    planTemplates.subscriptionStarted(helper, plan, asking),
    planTemplates.planEnded(helper, plan, { isFlagged: false, isUnpaid: false, freeUntil: null }),
  ].map(plainText);
  for (const text of texts) {
    expect(text).not.toMatch(/your (?:verified )?phone|You texted/i);
    expect(text).toMatch(/the (?:verified )?phone/i);
  }
  expect(texts[2]).toContain('https://askline.example/fridge-card');
});

test('an account that is refused a new plan is not invited to choose one', () => {
  const flagged = plainText(
    planTemplates.planEnded(person, plan, { isFlagged: true, isUnpaid: false, freeUntil: null }),
  );
  expect(flagged).toContain('/contact');
  expect(flagged).not.toContain('/subscribe');
  expect(plainText(ofKind.plan_ended)).toContain('/subscribe');
});
