import { randomUUID } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';

export type NewSubscriber = {
  readonly phone: string;
  readonly isVerified: boolean;
  /** Null for an account without a plan. */
  readonly status: SubscriptionStatus | null;
  readonly answersUntil: Date;
  readonly serviceNumber: string;
  readonly awaitsYes: boolean;
};

const month = 30 * 86_400_000;

type Details = Partial<NewSubscriber> & Pick<NewSubscriber, 'phone' | 'serviceNumber'>;

/** The account that holds a number, as after a write whose commit succeeded and whose response was lost; null for none. */
export async function holderOf(db: Db, phone: string): Promise<string | null> {
  const found = await db.selectFrom('phone_numbers').select('user_id').where('number', '=', phone).executeTakeFirst();
  return found?.user_id ?? null;
}

/** Inserts an account directly into the tables, for tests that are not about sign-up. @returns the user's id */
export function addSubscriber(db: Db, details: Details): Promise<string> {
  return db.transaction().execute((tx) => insertSubscriber(tx, details));
}

/** The same as part of a transaction, for many accounts together. */
export async function insertSubscriber(tx: Db, details: Details): Promise<string> {
  const {
    phone,
    serviceNumber,
    isVerified = true,
    status = 'active',
    answersUntil = new Date(Date.now() + month),
    awaitsYes = false,
  } = details;
  const now = new Date();
  const { id } = await tx
    .insertInto('users')
    .values({ name: 'Sam Example', email: `${randomUUID()}@askline.example`, service_number: serviceNumber })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('phone_numbers')
    .values({
      user_id: id,
      number: phone,
      verified_at: isVerified ? now : null,
      opt_in_asked_at: now,
      opt_in_confirmed_at: awaitsYes ? null : now,
    })
    .execute();
  if (status !== null) {
    await tx
      .insertInto('subscriptions')
      .values({
        id: `sub_${randomUUID()}`,
        user_id: id,
        plan_id: 'monthly',
        status,
        answers_until: answersUntil,
        current_period_end: answersUntil,
        created_at: now,
      })
      .execute();
  }
  return id;
}
