import * as z from 'zod/mini';

import { codeInput } from './auth.ts';
import { emailAddress } from './form-fields.ts';
import { e164 } from './phone-numbers.ts';

/** A number as people type it, or in E.164. The server decides by country and type whether it may be used. */
function phoneTyped(message: string) {
  return z.string({ error: message }).check(z.trim(), z.minLength(10, message), z.maxLength(40, message));
}

/** The Verify page's field. */
export const verifyPhoneInput = phoneTyped('Please enter a valid phone number');
/** The field of the phone-change dialog. */
export const changePhoneInput = phoneTyped('Phone number is required');

/** `GET /api/user/phone-status?phoneNumber=`: only about the number of one's own account. */
export const PhoneStatusQuery = z.object({ phoneNumber: verifyPhoneInput });
export const PhoneStatusReply = z.object({ verified: z.boolean() });
export type PhoneStatusReply = z.infer<typeof PhoneStatusReply>;

/** `POST /api/verify/phone/confirm`: the Verify page's code. It signs nobody in. */
export const VerifyPhoneBody = z.object({
  email: emailAddress('Valid email is required'),
  userId: z.string({ error: 'Please log in to verify your phone.' }).check(z.minLength(1), z.maxLength(64)),
  phoneNumber: verifyPhoneInput,
  code: codeInput,
});
export type VerifyPhoneBody = z.infer<typeof VerifyPhoneBody>;
export const VerifyPhoneReply = z.object({
  verified: z.literal(true),
  /** It had been verified before, for this same account. */
  alreadyVerified: z.boolean(),
  message: z.string(),
});
export type VerifyPhoneReply = z.infer<typeof VerifyPhoneReply>;

/** `POST /api/check-phone-duplicate`: whether another account has the number. */
export const PhoneDuplicateBody = z.object({ phoneNumber: changePhoneInput });
export const PhoneDuplicateReply = z.object({ isDuplicate: z.boolean(), message: z.string() });
export type PhoneDuplicateReply = z.infer<typeof PhoneDuplicateReply>;

/** `POST /api/cognito/initiate-phone-change`: texts a code to the new number; the old one stays until it is typed. */
export const StartPhoneChangeBody = z.object({ phoneNumber: changePhoneInput });
export type StartPhoneChangeBody = z.infer<typeof StartPhoneChangeBody>;

/** `POST /api/cognito/confirm-phone-change`. */
export const ConfirmPhoneChangeBody = z.object({ verificationCode: codeInput });
export type ConfirmPhoneChangeBody = z.infer<typeof ConfirmPhoneChangeBody>;
export const ConfirmPhoneChangeReply = z.object({ message: z.string(), phoneNumber: e164 });
export type ConfirmPhoneChangeReply = z.infer<typeof ConfirmPhoneChangeReply>;
