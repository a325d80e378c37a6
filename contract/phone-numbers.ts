import * as z from 'zod/mini';

/** ITU-T E.164: a plus sign, then 8 to 15 digits that do not start with 0. */
export const e164 = z.string().check(z.regex(/^\+[1-9]\d{7,14}$/));

/** One phone number of an account. An unverified number waits for its code. */
export const PhoneNumberView = z.object({
  phoneNumber: e164,
  verified: z.boolean(),
});
export type PhoneNumberView = z.infer<typeof PhoneNumberView>;

/** `GET /api/user/phone-numbers`: verified numbers first. */
export const PhoneNumbersReply = z.array(PhoneNumberView);
export type PhoneNumbersReply = z.infer<typeof PhoneNumbersReply>;

/** `POST /api/phone/sync-from-cognito`: the account's numbers after a sync from the identity service. */
export const SyncPhonesReply = z.object({ message: z.string(), phoneNumbers: PhoneNumbersReply });
export type SyncPhonesReply = z.infer<typeof SyncPhonesReply>;
