import * as z from 'zod/mini';

import { emailAddress, oneLine } from './form-fields.ts';
import { passwordProblem } from './password.ts';
import { digitsOf, nationalDigits } from './us-phone-input.ts';

/** Digits of a verification code (spec, section 9). */
export const CODE_DIGITS = 6;
/** Seconds until another code can be asked for. */
export const CODE_COOLDOWN_SECONDS = 60;

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

const signupFields = {
  name: oneLine(1, 100, 'Name is required'),
  email,
  password: newPassword,
  phoneNumber: phoneInput,
  consentToMessaging: z.literal(true, 'You must consent to messaging to use the service'),
  consentToTerms: z.literal(true, 'You must agree to the Terms of Service and Privacy Policy'),
};

/** `POST /api/signup`. What else a client sends (a plan, an identity) is ignored. */
export const SignupBody = z.object(signupFields);
export type SignupBody = z.infer<typeof SignupBody>;

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

/** `POST /api/login`. */
export const LoginBody = z.object({
  email,
  password: z.string({ error: 'Password is required' }).check(z.minLength(1, 'Password is required')),
});
export type LoginBody = z.infer<typeof LoginBody>;

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
