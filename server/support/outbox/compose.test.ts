import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { createEmailToken } from '#server/accounts/email/email-proof.repo.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { Secret } from '#server/platform/secret.ts';
import { test } from '#server/testing/shared-app.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { serviceNumbers, type TestApp } from '#server/testing/test-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import { composeMail } from './compose.ts';
import { plainText } from './layout.ts';

test.for(['welcome', 'confirm_email', 'password_code'] as const)(
  'a code or link is made for the address that its email goes to: %s',
  async (kind, { app }) => {
    const { db, identity } = app.product.deps;
    const { userId, email } = await visitor(app).join();
    await app.mails(email);
    const compose = (meanwhile: () => Promise<unknown>) =>
      composeMail(
        {
          db,
          publicUrl: app.url,
          newUndoToken: () => Promise.resolve(null),
          async newPasswordCode(to) {
            await meanwhile();
            return identity.createPasswordCode(to);
          },
          async newEmailToken(to) {
            await meanwhile();
            const token = await createEmailToken(db, to);
            return token === null ? null : new Secret(token);
          },
        },
        { ...mail, kind, userId },
      );
    const secrets = async () => {
      const { rows } = await sql`
        select token_hash as hash from one_time_tokens where user_id = ${userId} and purpose = 'email'
         union all select code_hash from password_resets where user_id = ${userId}`.execute(db);
      return rows;
    };
    const before = await secrets();
    const correct = () => sql`update users set email = ${newAddress()} where id = ${userId}`.execute(db);
    expect(await compose(correct)).toBeNull();
    expect(await secrets()).toEqual(before);
    expect(await compose(() => Promise.resolve())).toMatchObject({ content: { hasSecret: true } });
    expect(await secrets()).not.toEqual(before);
  },
);

const newAddress = () => `${randomUUID()}@askline.example`;
const mail = {
  id: randomUUID(),
  subscriptionId: null,
  recipient: null,
  alert: null,
  onceKey: null,
  tries: 0,
  lastCode: null,
  askedAt: '',
};

type SubscriberDetails = {
  readonly isOptedOut?: boolean;
  readonly hasPhone?: boolean;
  readonly isVerified?: boolean;
  /** The status of an earlier plan; none by default. */
  readonly earlierStatus?: SubscriptionStatus;
  /** The end of free time; none by default. */
  readonly freeUntil?: Date;
};

/** A subscriber with these columns of the plan. @returns what an email of a kind says to them */
async function subscriber(
  app: TestApp,
  plan: Record<string, unknown>,
  { isOptedOut = true, hasPhone = true, isVerified = true, earlierStatus, freeUntil }: SubscriberDetails = {},
) {
  const { db } = app.product.deps;
  const phone = app.phone();
  const userId = await addSubscriber(db, { phone, serviceNumber: serviceNumbers[0], isVerified });
  await db.updateTable('subscriptions').set(plan).where('user_id', '=', userId).execute();
  if (earlierStatus !== undefined) {
    const [id, began] = [`sub_${randomUUID()}`, new Date(0)];
    const earlier = { id, user_id: userId, plan_id: 'monthly', status: earlierStatus, created_at: began } as const;
    await db
      .insertInto('subscriptions')
      .values({ ...earlier, answers_until: began })
      .execute();
  }
  if (freeUntil !== undefined) {
    const period = { id: randomUUID(), user_id: userId, source: 'comp', months: 1, answers_until: freeUntil } as const;
    await db.insertInto('free_periods').values(period).execute();
  }
  if (isOptedOut) {
    await sql`insert into opt_outs (phone_key, opted_out, changed_at, source) values (${phone}, true, now(), 'text')`.execute(
      db,
    );
  }
  if (!hasPhone) await db.deleteFrom('phone_numbers').where('user_id', '=', userId).execute();
  const unused = () => Promise.resolve(null);
  const deps = { db, publicUrl: app.url, newPasswordCode: unused, newEmailToken: unused, newUndoToken: unused };
  return async (
    kind:
      | 'texts_stopped'
      | 'payment_failed'
      | 'subscription_started'
      | 'plan_canceling'
      | 'plan_ended'
      | 'phone_released'
      | 'free_time',
  ) => {
    const composed = await composeMail(deps, { ...mail, kind, userId });
    return composed === null ? null : plainText(composed.content);
  };
}

const owed = (nextTry: Date | null) => ({
  status: 'past_due',
  current_period_end: new Date('2090-11-26T17:00:00Z'),
  next_payment_attempt: nextTry,
});

test.for([
  [new Date('2090-01-29T17:00:00Z'), "we'll try your card again on January 29, 2090."],
  [null, "we'll try your card again."],
] as const)(
  'the email about a STOP of a past-due plan says when the card is tried again, not when the unpaid period ends: %s',
  async ([nextTry, again], { app }) => {
    const said = await subscriber(app, owed(nextTry));
    const text = await said('texts_stopped');
    expect(text).toContain(`continues until you cancel. We couldn't charge $3 for it, and ${again}`);
    expect(text).not.toMatch(/renews|November/);
  },
);

test('a renewal that has passed is not announced', async ({ app }) => {
  // The notice of the renewal has not been processed yet.
  const said = await subscriber(app, { status: 'active', current_period_end: new Date(Date.now() - 3_600_000) });
  const [stopped, released] = [await said('texts_stopped'), await said('phone_released')];
  expect(stopped).toContain('continues until you cancel.');
  expect(released).toContain("isn't canceled.");
  for (const text of [stopped, released]) expect(text).not.toContain('renews on');
});

test('the email about a canceled plan promises no answers to a phone that is opted out or not verified, or to none', async ({
  app,
}) => {
  const said = async (phone: { isOptedOut: boolean; hasPhone?: boolean; isVerified?: boolean }) =>
    (await subscriber(app, canceling, phone))('plan_canceling');
  expect(await said({ isOptedOut: false })).toContain(
    'Plan. You can keep asking until January 29, 2090, and your card',
  );
  const runs = "Plan. It runs until January 29, 2090, and your card won't be charged again.";
  const [stopped, ...others] = await Promise.all([
    said({ isOptedOut: true }),
    said({ isOptedOut: false, hasPhone: false }),
    said({ isOptedOut: false, isVerified: false }),
  ]);
  expect(stopped).toContain(`${runs} Texts to your phone are off. To ask until then, text START from it.`);
  for (const other of others) {
    expect(other).toContain(`${runs} To ask until then, verify your phone on your dashboard.`);
  }
});

const canceling = {
  status: 'active',
  cancel_at_period_end: true,
  current_period_end: new Date('2090-01-29T17:00:00Z'),
};

test('the email about a canceled plan names the day it ends, not that of its paid period', async ({ app }) => {
  const said = await subscriber(app, { ...canceling, cancel_at: new Date('2090-01-12T17:00:00Z') });
  const text = await said('plan_canceling');
  expect(text).toContain('It runs until January 12, 2090');
  expect(text).not.toContain('January 29');
});

test('the end of a plan is told to a person who had another plan before, too', async ({ app }) => {
  const said = await subscriber(app, { status: 'canceled' }, { earlierStatus: 'canceled' });
  expect(await said('plan_ended')).toMatch(/Your [\w ]+ Plan has ended/);
});

test('the email about a released number says that the plan is not canceled only where it is not', async ({ app }) => {
  const said = async (plan: Record<string, unknown>) =>
    (await subscriber(app, plan, { isOptedOut: false, hasPhone: false }))('phone_released');
  expect(await said({ status: 'active' })).toMatch(/Your [\w ]+ Plan isn't canceled\./);
  expect(await said(canceling)).not.toContain("isn't canceled");
});

test('the email about a new plan names no renewal once it is canceled, and asks to verify a phone that is not there or was only typed', async ({
  app,
}) => {
  const said = async (plan: Record<string, unknown>, phone = {}) =>
    (await subscriber(app, plan, { isOptedOut: false, ...phone }))('subscription_started');
  const canceled = await said(canceling);
  expect(canceled).toContain("It is set to end on January 29, 2090, and won't renew.");
  expect(canceled).not.toMatch(/renews|next payment|To cancel|You can also cancel/);
  for (const phone of [{ hasPhone: false }, { isVerified: false }]) {
    const text = await said({ status: 'active' }, phone);
    expect(text).toMatch(/First verify your phone on your dashboard\. Then text questions to \(\d{3}\) 555-\d{4}\./);
    expect(text).toContain('It renews automatically');
  }
});

test('the email about a failed payment promises no answers to a phone that is opted out, or to none', async ({
  app,
}) => {
  const again = "and we'll try your card again on January 29, 2090. Please check it";
  const plan = owed(new Date('2090-01-29T17:00:00Z'));
  const [stopped, answered, phoneless] = await Promise.all([
    subscriber(app, plan),
    subscriber(app, plan, { isOptedOut: false }),
    subscriber(app, plan, { isOptedOut: false, hasPhone: false }),
  ]);
  expect(await phoneless('payment_failed')).not.toContain('answers');
  const text = await stopped('payment_failed');
  expect(text).toMatch(/We couldn't charge \$3 for your [\w ]+ Plan, and/);
  expect(text).toContain(again);
  expect(await answered('payment_failed')).toContain(`Plan. You'll keep getting answers for now, ${again}`);
});

test('the email about free time is not sent once it is over, or a plan renews, and knows an overdue or canceled one', async ({
  app,
}) => {
  const said = async (plan: Record<string, unknown>, freeUntil: Date) =>
    (await subscriber(app, plan, { isOptedOut: false, freeUntil }))('free_time');
  const ahead = new Date('2090-02-26T17:00:00Z');
  expect(await said({ status: 'canceled' }, ahead)).toContain('No card is charged');
  expect(await said(canceling, ahead)).toContain('still ends on January 29, 2090');
  expect(await said(owed(null), ahead)).toContain('is still due. After');
  expect(await said(owed(new Date('2090-01-03T17:00:00Z')), ahead)).toContain(
    "is still due, and we'll try your card again on January 3, 2090.",
  );
  expect(await said({ status: 'active' }, ahead)).toBeNull();
  expect(await said({ status: 'canceled' }, new Date(0))).toBeNull();
  const whileFree = await subscriber(app, { ...canceling }, { freeUntil: ahead });
  expect(await whileFree('plan_canceling')).toContain('is free for you until February 26, 2090');
});

test('the email about a new plan tells a phone that is opted out to text START first', async ({ app }) => {
  const [stopped, answered] = await Promise.all([
    subscriber(app, { status: 'active' }),
    subscriber(app, { status: 'active' }, { isOptedOut: false }),
  ]);
  const text = await stopped('subscription_started');
  expect(text).toMatch(
    /has started\. Texts to your phone are off\. Text START from it to \(\d{3}\) 555-\d{4}, then ask\./,
  );
  expect(text).not.toContain('Text questions');
  expect(await answered('subscription_started')).toContain('Text questions to (');
});
