import * as z from 'zod/mini';

import { codeInput, ConfirmRegistrationReply } from './auth.ts';
import { emailAddress } from './form-fields.ts';
import { e164 } from './phone-numbers.ts';

/** A phone number in any common format or in E.164. The server decides by country and type whether it may be used. */
function phoneTyped(message: string) {
  return z.string({ error: message }).check(z.trim(), z.minLength(10, message), z.maxLength(40, message));
}

/** The Verify page's field. */
export const verifyPhoneInput = phoneTyped('Please enter a valid phone number');
/** The field of the phone-change dialog. */
export const changePhoneInput = phoneTyped('Phone number is required');

/** `GET /api/user/phone-status?phoneNumber=`: only for the caller's own number. */
export const PhoneStatusQuery = z.object({ phoneNumber: verifyPhoneInput });
export const PhoneStatusReply = z.object({ verified: z.boolean() });
export type PhoneStatusReply = z.infer<typeof PhoneStatusReply>;

/** `POST /api/verify/phone/confirm`: the Verify page's code. Starts no session. */
export const VerifyPhoneBody = z.object({
  email: emailAddress('Valid email is required'),
  userId: z.string({ error: 'Please log in to verify your phone.' }).check(z.minLength(1), z.maxLength(64)),
  phoneNumber: verifyPhoneInput,
  code: codeInput,
});
export type VerifyPhoneBody = z.infer<typeof VerifyPhoneBody>;
export const VerifyPhoneReply = z.object({
  verified: z.literal(true),
  /** The number was already verified for this account. */
  alreadyVerified: z.boolean(),
  message: z.string(),
});
export type VerifyPhoneReply = z.infer<typeof VerifyPhoneReply>;

/** `POST /api/check-phone-duplicate`: whether another account has the number. */
export const PhoneDuplicateBody = z.object({ phoneNumber: changePhoneInput });
export const PhoneDuplicateReply = z.object({ isDuplicate: z.boolean(), message: z.string() });
export type PhoneDuplicateReply = z.infer<typeof PhoneDuplicateReply>;

/**
 * `POST /api/cognito/initiate-phone-change`: texts a code to the new number; the old number stays until the code is
 * confirmed.
 */
export const StartPhoneChangeBody = z.object({ phoneNumber: changePhoneInput });
export type StartPhoneChangeBody = z.infer<typeof StartPhoneChangeBody>;

/** `POST /api/cognito/confirm-phone-change`. */
export const ConfirmPhoneChangeBody = z.object({ verificationCode: codeInput });
export type ConfirmPhoneChangeBody = z.infer<typeof ConfirmPhoneChangeBody>;
export const ConfirmPhoneChangeReply = z.object({ message: z.string(), phoneNumber: e164 });
export type ConfirmPhoneChangeReply = z.infer<typeof ConfirmPhoneChangeReply>;

/** `POST /api/verify/phone/by-text`: a code that the user texts to us from the phone to be verified. */
export const TextedCodeBody = z.object({
  /** Only for a number other than the one on record. */
  phoneNumber: z.optional(z.string().check(z.trim(), z.maxLength(40, 'Please enter a valid phone number'))),
});
export type TextedCodeBody = z.infer<typeof TextedCodeBody>;
export const TextedCodeReply = z.object({
  /** The phone to text from, and the number to text to, in E.164. */
  phoneNumber: e164,
  serviceNumber: e164,
  /** Six digits; the text is "JOIN" followed by them. */
  code: z.string(),
  expiresInSeconds: z.number().check(z.int()),
});
export type TextedCodeReply = z.infer<typeof TextedCodeReply>;

/** `POST /api/verify/phone/by-text/check`: whether the text has arrived; signs in if the page requests it. */
export const TextedCodeCheckBody = z.object({ signIn: z.boolean() });
export const TextedCodeCheckReply = z.object({
  verified: z.boolean(),
  /** Signed in: as after `confirm-registration`. */
  confirmation: z.optional(ConfirmRegistrationReply),
});
export type TextedCodeCheckReply = z.infer<typeof TextedCodeCheckReply>;
