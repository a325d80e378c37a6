import * as z from 'zod/mini';

import { languages } from './language.ts';

/** ITU-T E.164: a plus sign, then 8 to 15 digits that do not start with 0. */
export const e164 = z.string().check(z.regex(/^\+[1-9]\d{7,14}$/));

/** One phone number of an account. An unverified number waits for its code. */
export const PhoneNumberView = z.object({
  phoneNumber: e164,
  verified: z.boolean(),
  /** The language of our fixed texts to it: that of its last texts, or its owner's choice. */
  language: z.enum(languages),
});
export type PhoneNumberView = z.infer<typeof PhoneNumberView>;

/** `GET /api/user/phone-numbers`: verified numbers first. */
export const PhoneNumbersReply = z.array(PhoneNumberView);
export type PhoneNumbersReply = z.infer<typeof PhoneNumbersReply>;

/** `POST /api/phone/sync-from-cognito`: the account's numbers after a sync from the identity service. */
export const SyncPhonesReply = z.object({ message: z.string(), phoneNumbers: PhoneNumbersReply });
export type SyncPhonesReply = z.infer<typeof SyncPhonesReply>;

/** `POST /api/user/text-language`: the language of our texts to the account's phone, until its owner texts in the other. */
export const TextLanguageBody = z.object({ language: z.enum(languages) });
export type TextLanguageBody = z.infer<typeof TextLanguageBody>;
