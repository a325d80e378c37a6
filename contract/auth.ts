import * as z from 'zod/mini';

import { emailAddress, oneLine } from './form-fields.ts';
import { passwordProblem } from './password.ts';
import { digitsOf, nationalDigits } from './us-phone-input.ts';
import { User } from './user.ts';
import { CODE_DIGITS } from './verification-code.ts';

const email = emailAddress('Valid email is required');

/** A new password, with the first rule that it breaks as its message. */
export const newPassword = z.string({ error: 'Password is required' }).check((context) => {
  const problem = passwordProblem(context.value);
  if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem });
});

/** A US phone number as it is typed into the sign-up form. */
export const phoneInput = z.string({ error: 'Phone number is too short' }).check(
  z.minLength(10, 'Phone number is too short'),
  z.maxLength(15, 'Phone number is too long'),
  z.refine((value) => nationalDigits(value).length === 10, 'Please enter a valid US phone number'),
  z.refine(
    (value) => !/^[01]/.test(nationalDigits(value)),
    "Please enter a valid US area code (area codes don't start with 0 or 1)",
  ),
);

/** A code as it is typed. */
export const codeInput = z.string({ error: 'Verification code is required' }).check(
  z.minLength(1, 'Verification code is required'),
  z.refine((value) => digitsOf(value).length === CODE_DIGITS, 'Please enter the 6-digit verification code'),
);

/** A form that asks for the code alone, and one that asks for a phone number alone. */
export const CodeForm = z.object({ code: codeInput });
export type CodeForm = z.infer<typeof CodeForm>;
export const PhoneForm = z.object({ phoneNumber: phoneInput });
export type PhoneForm = z.infer<typeof PhoneForm>;

/** A box that has to be ticked; unticked, it is a value that a form can begin with. */
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

/** `POST /api/signup`. What else a client sends (a plan, an identity) is ignored. */
export const SignupBody = z.object(signupFields);
export type SignupBody = z.infer<typeof SignupBody>;

/**
 * What session storage keeps under `password` during a pending verification: a ticket of ten minutes, good for one
 * `confirm-registration`, and worth nothing elsewhere.
 */
const confirmationTicket = z.string();

/** The account exists; its phone is not verified yet, so no one is signed in. */
export const SignupReply = z.object({
  user: User,
  confirmationTicket,
  /** False: no code went out; `message` says why and what to do. The account exists all the same. */
  codeSent: z.boolean(),
  message: z.string(),
  /** Seconds until another code can be asked for. */
  retryAfterSeconds: z.number().check(z.int()),
});
export type SignupReply = z.infer<typeof SignupReply>;

/** The sign-up form: the same, with the password twice. */
export const SignupForm = z
  .object({ ...signupFields, confirmPassword: z.string().check(z.minLength(1, 'Confirm password is required')) })
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

/** The password was right, but the phone is not verified yet; /verify leads on. */
export const NeedsConfirmation = z.object({
  needsConfirmation: z.literal(true),
  userId: z.string(),
  message: z.string(),
  confirmationTicket,
  /** False: no code went out; `message` says why. */
  codeSent: z.boolean(),
});
export type NeedsConfirmation = z.infer<typeof NeedsConfirmation>;

/** Signed in, or one step before it. A wrong password is a refusal (401). */
export const LoginReply = z.union([z.object({ user: User }), NeedsConfirmation]);
export type LoginReply = z.infer<typeof LoginReply>;

/**
 * `POST /api/resend-confirmation`. A number other than the one on record needs proof of the password: the HttpOnly
 * cookie that login and sign-up leave.
 */
export const ResendConfirmationBody = z.object({
  email,
  phoneNumber: z.optional(z.string().check(z.trim(), z.maxLength(40, 'Please enter a valid phone number'))),
});
export type ResendConfirmationBody = z.infer<typeof ResendConfirmationBody>;

/** Where a code went, and how long until the next. */
export const CodeSentReply = z.object({
  message: z.string(),
  retryAfterSeconds: z.number().check(z.int()),
  /** In E.164; only to whoever has proved the password. */
  phoneNumber: z.optional(z.string()),
  /** This account's phone is verified: no code is needed. Only to whoever has proved the password. */
  alreadyVerified: z.optional(z.boolean()),
});
export type CodeSentReply = z.infer<typeof CodeSentReply>;

/** `POST /api/confirm-registration`. `password` is the password itself or the ticket that stands for it. */
export const ConfirmRegistrationBody = z.object({
  email,
  confirmationCode: codeInput,
  password: z.string({ error: 'Password is required' }).check(z.minLength(1, 'Password is required')),
});
export type ConfirmRegistrationBody = z.infer<typeof ConfirmRegistrationBody>;

/** The phone is verified and the session has begun. */
export const ConfirmRegistrationReply = z.object({
  user: User,
  loggedIn: z.boolean(),
  /** Opaque, short-lived, and accepted by no call: for local storage only (decisions, "Browser storage"). */
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
