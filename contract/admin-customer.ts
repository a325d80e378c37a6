import * as z from 'zod/mini';

import { SignupBody } from './auth.ts';
import { DELETE_WORD } from './user.ts';

/** Why an operator acts on a customer; recorded in the audit. */
export const actionReasons = [
  'customer_asked',
  'no_answers',
  'bought_by_mistake',
  'paid_twice',
  'goodwill',
  'abuse',
  'dispute_cleared',
  'number_reassigned',
  'parent_asked',
] as const;
export type ActionReason = (typeof actionReasons)[number];

/** The most free months that one action gives. */
export const FREE_MONTHS_MAX = 3;

const shared = { reason: z.enum(actionReasons) };

/** `POST /api/admin/customers/:id/…` */
export const CustomerParams = z.object({ id: z.uuid() });

/** `refund`: what is left of one payment, named by its invoice. A repetition refunds nothing more. */
export const RefundBody = z.strictObject({
  ...shared,
  invoiceId: z.string().check(z.regex(/^in_\w{1,60}$/, 'Please choose a payment.')),
});
export type RefundBody = z.infer<typeof RefundBody>;

/**
 * `comp`: free months. For a plan that renews a credit on the next renewals; for any other account free time, which we
 * keep and Stripe knows nothing of. It adds to the end of a canceled plan, or of earlier free time.
 */
export const CompBody = z.strictObject({
  ...shared,
  months: z.number().check(z.int(), z.gte(1), z.lte(FREE_MONTHS_MAX)),
  /** Made once for each decision: a repetition under the same id gives nothing more. */
  actionId: z.uuid(),
  /**
   * What the operator was told would happen; if the other would by now, nothing does. Optional for pages from before it
   * existed, which offered only a credit.
   */
  as: z.optional(z.enum(['credit', 'free_time'])),
  /** Until when the operator was told that free time would last; if it would end over two days off, none is given. */
  until: z.optional(z.iso.datetime()),
});
export type CompBody = z.infer<typeof CompBody>;

/** `allow-payments`: lifts the block after a dispute, a fraud warning or a blocked card. */
export const AllowPaymentsBody = z.strictObject(shared);
export type AllowPaymentsBody = z.infer<typeof AllowPaymentsBody>;

/** `release-phone`: the account's verified number is no longer its own, so that someone else can verify it. */
export const ReleasePhoneBody = z.strictObject({
  ...shared,
  /** The last two digits that the operator saw: a number that replaced it in the meantime is kept. */
  phoneEnding: z.string().check(z.regex(/^\d{2}$/)),
});
export type ReleasePhoneBody = z.infer<typeof ReleasePhoneBody>;

/** `correct`: the name and the email of an account, as sign-up takes them. A new email must be confirmed again. */
export const CorrectAccountBody = z.strictObject({
  ...shared,
  name: SignupBody.shape.name,
  email: SignupBody.shape.email,
  /**
   * What the operator saw: of the two, one that is still this is not changed, and one that someone else changed in the
   * meantime is kept. Optional for pages from before it existed.
   */
  seen: z.optional(z.strictObject({ name: z.string(), email: z.string() })),
});
export type CorrectAccountBody = z.infer<typeof CorrectAccountBody>;

/** `delete`: starts the deletion that the owner could start, typed out so that no stray click does it. */
export const DeleteAccountBody = z.strictObject({ ...shared, confirmation: z.literal(DELETE_WORD) });
export type DeleteAccountBody = z.infer<typeof DeleteAccountBody>;

/** `cancel`: now, or with the time that is paid for. */
export const CancelPlanBody = z.strictObject({ ...shared, when: z.enum(['now', 'period_end']) });
export type CancelPlanBody = z.infer<typeof CancelPlanBody>;
