import type { Db } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/error-codes.ts';

/** A paying customer who needs an account. `userId` is the id that the payment provider has on record. */
export type LostPayer = {
  readonly userId: string;
  readonly customer: string;
  readonly name: string | null;
  readonly email: string;
};

/**
 * Creates an account for someone who pays and has none, as after a restored backup. The person sets a password with
 * "Forgot password", which proves the address, and adds the phone on the dashboard, which asks for the consents.
 * @returns false when another account has the address or the id
 */
export async function adoptPayer(db: Db, { userId, customer, name, email }: LostPayer): Promise<boolean> {
  try {
    await db
      .insertInto('users')
      .values({
        id: userId,
        name: name?.trim().slice(0, 120) || 'Subscriber',
        email,
        stripe_customer_id: customer,
        confirmed_at: new Date(),
      })
      .execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** An open account with the email of someone who pays. */
export type AccountWithSameEmail = {
  readonly id: string;
  readonly customer: string | null;
  readonly isProven: boolean;
};

/** The open account with this email; null if there is none. */
export async function findAccountWithSameEmail(db: Db, email: string): Promise<AccountWithSameEmail | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'stripe_customer_id as customer'])
    .select((eb) => eb('email_proven_at', 'is not', null).$castTo<boolean>().as('isProven'))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
