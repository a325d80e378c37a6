import * as z from 'zod/mini';

import { oneLine } from './form-fields.ts';

const when = z.iso.datetime();
const whenOrNull = z.nullable(when);
const typedNumber = z.string().check(z.trim(), z.maxLength(30));

/**
 * `POST /api/admin/opt-out`: a person asked by email or phone not to be texted anymore. Accepts a US number in any
 * common format, or any number with + and its country code.
 */
export const OptOutBody = z.strictObject({ phoneNumber: typedNumber });
export const OptOutReply = z.object({
  status: z.literal('success'),
  /** False if the number had already opted out. */
  isNew: z.boolean(),
  message: z.string(),
});
export type OptOutReply = z.infer<typeof OptOutReply>;

/**
 * `POST /api/admin/forget-number`: a person without an account asked to have their texts deleted. Accepts the same
 * numbers as an opt-out, which stays in force.
 */
export const ForgetNumberBody = z.strictObject({ phoneNumber: typedNumber });

/** `POST /api/admin/find-user`: an email address or a phone number, sent in the body so that it is never logged. */
export const FindUserBody = z.strictObject({
  query: oneLine(3, 254, 'Please enter an email address or a phone number.'),
});
/** A text as shown to the operator: metadata only, never its content. */
const TextLine = z.object({
  id: z.string(),
  receivedAt: when,
  kind: z.string(),
  outcome: z.nullable(z.string()),
  /** The fixed text that was due, such as `promo`; `answer` for a question, null for silence. */
  reply: z.nullable(z.string()),
  /** When the carrier accepted the last reply to it; null without one. */
  sentAt: whenOrNull,
  /** Why that reply is not on the phone: the carrier's error code, or its status without one; null for any other. */
  failure: z.nullable(z.string()),
});
export type TextLine = z.infer<typeof TextLine>;
const FoundUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The last two digits; null while the account has no verified number. */
  phoneEnding: z.nullable(z.string()),
  createdAt: when,
  /** Whether sign-up was finished with the code that was texted. */
  isConfirmed: z.boolean(),
  /** Whether the owner has shown that the email is theirs. */
  isEmailProven: z.boolean(),
  /** Whether someone who helps the owner of the phone set it up (docs/decisions/0040-helpers.md). */
  isHelper: z.boolean(),
  isBeingDeleted: z.boolean(),
  hasOptedOut: z.boolean(),
  /** Whether our newest texts to the verified phone provably did not arrive. Not sent by the previous release. */
  isUnreachable: z.optional(z.boolean()),
  plan: z.nullable(z.string()),
  subscriptionStatus: z.nullable(z.string()),
  answersUntil: whenOrNull,
  /** When a canceled plan that is still active ends; null for one that renews. */
  planEndsAt: whenOrNull,
  servicePhoneNumber: z.nullable(z.string()),
  /** Cost of texts, answers and the model this month (UTC), in microdollars; at most an hour old. */
  costThisMonth: z.number(),
  /** Set when a payment was disputed or suspected of fraud: the account cannot start a plan. */
  paymentFlag: z.nullable(z.enum(['dispute', 'fraud_warning', 'blocked_card'])),
  /** What one free month is worth, in minor units; null without a plan that will renew and use it. */
  monthPrice: z.nullable(z.number()),
  /** Until when an operator gave free time; null while there is none. Not sent by the previous release, as the next. */
  freeUntil: z.optional(whenOrNull),
  /** When free time of 1, 2 and 3 months given now would end; null where free months are a credit, or cannot be given. */
  freeMonthsUntil: z.optional(z.nullable(z.array(when))),
  /** The five newest payments, newest first. */
  payments: z.array(
    z.object({
      invoiceId: z.string(),
      paidAt: when,
      /** Both in minor units. */
      amount: z.number(),
      refunded: z.number(),
      currency: z.string(),
    }),
  ),
  /** The 20 most recent texts. */
  texts: z.array(TextLine),
});
export type FoundUser = z.infer<typeof FoundUser>;
export const FindUserReply = z.object({ user: z.nullable(FoundUser) });
export type FindUserReply = z.infer<typeof FindUserReply>;

/**
 * `POST /api/admin/find-number`: what is kept for a number, for a person who has no account; sent in the body so that it
 * is never logged. Accepts the same numbers as an opt-out.
 */
export const FindNumberBody = z.strictObject({ phoneNumber: typedNumber });
/** A number as shown to the operator: masked, and no content of its texts. */
export const FoundNumber = z.object({
  /** The last two digits. */
  ending: z.string(),
  /** The account that has verified the number, or that waits for its code; null for none. */
  account: z.nullable(z.object({ userId: z.string(), isVerified: z.boolean() })),
  /** When it first texted without a plan, and whether it got the promo; null if it never did. */
  stranger: z.nullable(z.object({ since: when, isPromoSent: z.boolean() })),
  /** Since when it is opted out, and how; null if it is not. */
  optOut: z.nullable(z.object({ since: when, source: z.string() })),
  /** Whether our newest texts to it provably did not arrive. Not sent by the previous release. */
  isUnreachable: z.optional(z.boolean()),
  /** The 20 newest codes that were texted to it. */
  codes: z.array(z.object({ id: z.string(), at: when, failure: z.nullable(z.string()) })),
  /** Its 20 newest texts, without those that an account sent which had the number earlier. */
  texts: z.array(TextLine),
});
export type FoundNumber = z.infer<typeof FoundNumber>;

/** `GET /api/admin/texts/:id`: by the carrier's id of a text, or by our own id of a send. */
export const TextIdParams = z.object({
  id: z
    .string()
    .check(
      z.trim(),
      z.regex(
        /^((SM|MM)[0-9a-f]{32}|[0-9a-f-]{36})$/i,
        'Please enter a text ID. It begins with SM or MM, or has 36 characters.',
      ),
    ),
});
const SendView = z.object({
  id: z.string(),
  purpose: z.string(),
  attempt: z.number(),
  state: z.string(),
  intentAt: when,
  acceptedAt: whenOrNull,
  segments: z.nullable(z.number()),
  /** The carrier's delivery status. */
  delivery: z.nullable(z.string()),
  errorCode: z.nullable(z.number()),
});
/** A text's path through the service: states and times, without phone numbers or content. */
export const TextJourney = z.object({
  /** Null for a send that no inbound text caused, such as a code or an account notice. */
  received: z.nullable(
    z.object({
      id: z.string(),
      kind: z.string(),
      reply: z.nullable(z.string()),
      state: z.string(),
      outcome: z.nullable(z.string()),
      isAccepted: z.boolean(),
      receivedAt: when,
      answerBy: when,
      closedAt: whenOrNull,
      attempts: z.number(),
      userId: z.nullable(z.string()),
      /** Whether the carrier's copy has been removed. */
      isCopyRemoved: z.boolean(),
    }),
  ),
  sends: z.array(SendView),
});
export type TextJourney = z.infer<typeof TextJourney>;

/** `GET /api/admin/audit`: actions in the admin area and their actors, newest first, at most 100. */
export const AuditReply = z.object({
  entries: z.array(
    z.object({
      at: when,
      action: z.string(),
      /** The credential: `password`, `token`, `operator:NAME`, or `command` for a command run on the server. */
      actor: z.string(),
      address: z.nullable(z.string()),
      /** An id, a masked number or a feature's name; never content. */
      subject: z.nullable(z.string()),
      /** `done`, an error code, or `begun` for what has a reason, before it is done. */
      outcome: z.string(),
      /** Why an operator acted on a customer; null for other actions. */
      reason: z.nullable(z.string()),
    }),
  ),
});
export type AuditReply = z.infer<typeof AuditReply>;
