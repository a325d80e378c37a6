import * as z from 'zod/mini';

import { emailAddress, oneLine } from './form-fields.ts';
import { passwordProblem } from './password.ts';
import { digitsOf, nationalDigits } from './us-phone-input.ts';
import { User } from './user.ts';
import { CODE_DIGITS } from './verification-code.ts';

const email = emailAddress('Valid email is required');

/** A new password; the message is the first rule it breaks. */
export const newPassword = z.string({ error: 'Password is required' }).check((context) => {
  const problem = passwordProblem(context.value);
  if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem });
});

/** A US phone number as typed into the sign-up form. */
export const phoneInput = z.string({ error: 'Phone number is too short' }).check(
  z.minLength(10, 'Phone number is too short'),
  z.maxLength(15, 'Phone number is too long'),
  z.refine((value) => nationalDigits(value).length === 10, 'Please enter a valid US phone number'),
  z.refine(
    (value) => !/^[01]/.test(nationalDigits(value)),
    "Please enter a valid US area code (area codes don't start with 0 or 1)",
  ),
);

/** A verification code as typed. */
export const codeInput = z.string({ error: 'Verification code is required' }).check(
  z.minLength(1, 'Verification code is required'),
  z.refine((value) => digitsOf(value).length === CODE_DIGITS, 'Please enter the 6-digit verification code'),
);

/** A form with only a code, and one with only a phone number. */
export const CodeForm = z.object({ code: codeInput });
export type CodeForm = z.infer<typeof CodeForm>;
export const PhoneForm = z.object({ phoneNumber: phoneInput });
export type PhoneForm = z.infer<typeof PhoneForm>;

/** A checkbox that must be checked; unchecked is a valid initial value of the form. */
function agreed(message: string) {
  return z.boolean({ error: message }).check(z.refine((isAgreed) => isAgreed, message));
}

const signupFields = {
  name: oneLine(1, 100, 'Name is required'),
  email,
  password: newPassword,
  phoneNumber: phoneInput,
  consentToMessaging: agreed('You must consent to messaging to use the service'),
  consentToTerms: agreed('You must agree to the Terms of Service and Privacy Policy'),
};

/** `POST /api/signup`. Other properties (a plan, an identity) are ignored. */
export const SignupBody = z.object({
  ...signupFields,
  /** The phone belongs to someone the user helps (docs/decisions/0040-helpers.md). */
  isHelper: z.optional(z.boolean()),
});
export type SignupBody = z.infer<typeof SignupBody>;

/**
 * The value that session storage keeps under `password` during a pending verification: a ticket that is valid for one
 * `confirm-registration` only and expires 10 minutes after the last code that this browser requested.
 */
const confirmationTicket = z.string();

/** The account exists, but its phone is unverified, so no session starts. */
export const SignupReply = z.object({
  user: User,
  confirmationTicket,
  /** False: no code was sent; `message` says why and what to do. The account exists anyway. */
  codeSent: z.boolean(),
  message: z.string(),
  /** Seconds until another code can be requested. */
  retryAfterSeconds: z.number().check(z.int()),
});
export type SignupReply = z.infer<typeof SignupReply>;

/** The sign-up form: `SignupBody` with the password entered twice. */
export const SignupForm = z
  .object({
    ...signupFields,
    confirmPassword: z.string().check(z.minLength(1, 'Confirm password is required')),
    /** Whose phone it is; the call has `isHelper` in its place. */
    phoneOwner: z.enum(['me', 'other']),
  })
  .check(
    z.refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      when: () => true,
    }),
  );

export type SignupForm = z.infer<typeof SignupForm>;

/** `POST /api/login`. */
export const LoginBody = z.object({
  email,
  password: z.string({ error: 'Password is required' }).check(z.minLength(1, 'Password is required')),
});
export type LoginBody = z.infer<typeof LoginBody>;

/** The password was correct, but the phone is unverified; continue at /verify. */
export const NeedsConfirmation = z.object({
  needsConfirmation: z.literal(true),
  userId: z.string(),
  message: z.string(),
  confirmationTicket,
  /** False: no code was sent; `message` says why. */
  codeSent: z.boolean(),
  /** The phone belongs to someone the user helps: its owner reads the code out. Release 1.0.0 does not say it. */
  isHelper: z.optional(z.boolean()),
});
export type NeedsConfirmation = z.infer<typeof NeedsConfirmation>;

/** Signed in, or waiting for phone verification. A wrong password is refused with 401. */
export const LoginReply = z.union([z.object({ user: User }), NeedsConfirmation]);
export type LoginReply = z.infer<typeof LoginReply>;

/**
 * `POST /api/resend-confirmation`. A number other than the one on record requires proof of the password: the HttpOnly
 * cookie set by login and sign-up.
 */
export const ResendConfirmationBody = z.object({
  email,
  phoneNumber: z.optional(z.string().check(z.trim(), z.maxLength(40, 'Please enter a valid phone number'))),
});
export type ResendConfirmationBody = z.infer<typeof ResendConfirmationBody>;

/** The code's recipient, and the wait until the next code. */
export const CodeSentReply = z.object({
  message: z.string(),
  retryAfterSeconds: z.number().check(z.int()),
  /** In E.164; only with proof of the password. */
  phoneNumber: z.optional(z.string()),
  /** The account's phone is already verified, so no code is needed. Only with proof of the password. */
  alreadyVerified: z.optional(z.boolean()),
});
export type CodeSentReply = z.infer<typeof CodeSentReply>;

/** `POST /api/confirm-registration`. `password` is the password or the ticket that replaces it. */
export const ConfirmRegistrationBody = z.object({
  email,
  confirmationCode: codeInput,
  password: z.string({ error: 'Password is required' }).check(z.minLength(1, 'Password is required')),
});
export type ConfirmRegistrationBody = z.infer<typeof ConfirmRegistrationBody>;

/** The phone is verified and the session has started. */
export const ConfirmRegistrationReply = z.object({
  user: User,
  loggedIn: z.boolean(),
  /**
   * Opaque, short-lived, and accepted by no endpoint: for local storage only
   * (docs/reference/decisions.md#browser-storage).
   */
  authTokens: z.object({ accessToken: z.string(), expiresAt: z.iso.datetime() }),
});
export type ConfirmRegistrationReply = z.infer<typeof ConfirmRegistrationReply>;

/** `POST /api/forgot-password`. */
export const ForgotPasswordBody = z.object({ email: emailAddress('Please enter a valid email address') });
export type ForgotPasswordBody = z.infer<typeof ForgotPasswordBody>;

/** `POST /api/reset-password`. */
export const ResetPasswordBody = z.object({
  email: emailAddress('Please enter a valid email address'),
  verificationCode: codeInput,
  newPassword,
});
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>;

/** `POST /api/confirm-email`: the token of the link in the welcome email, signed in. */
export const ConfirmEmailBody = z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) });
export type ConfirmEmailBody = z.infer<typeof ConfirmEmailBody>;
