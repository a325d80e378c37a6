import { expect, test } from 'vitest';

import { LoginBody, LoginReply, ResetPasswordBody, SignupBody, SignupForm } from './auth.ts';

const signup = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  password: 'Secret123!',
  confirmPassword: 'Secret123!',
  phoneNumber: '(212) 555-0142',
  consentToMessaging: true,
  consentToTerms: true,
  phoneOwner: 'me',
};

/** Maps each field name to its first message, as a form shows them. */
function faults(result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) {
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

test('a complete form passes, and the request body has no second password and no extra field', () => {
  expect(faults(SignupForm.safeParse(signup))).toEqual({});
  expect(
    Object.keys(SignupBody.parse({ ...signup, subscriptionPlan: 'annual', subscriptionStatus: 'active' })),
  ).toEqual(['name', 'email', 'password', 'phoneNumber', 'consentToMessaging', 'consentToTerms']);
});

test('an empty form shows every error together', () => {
  const empty = {
    name: '',
    email: '',
    password: '',
    confirmPassword: '',
    phoneNumber: '',
    consentToMessaging: false,
    consentToTerms: false,
    phoneOwner: 'me',
  };
  expect(faults(SignupForm.safeParse(empty))).toEqual({
    name: 'Name is required',
    email: 'Valid email is required',
    password: 'Password must be at least 8 characters long',
    confirmPassword: 'Confirm password is required',
    phoneNumber: 'Phone number is too short',
    consentToMessaging: 'You must consent to messaging to use the service',
    consentToTerms: 'You must agree to the Terms of Service and Privacy Policy',
  });
});

test.each([
  ['555-0142', 'Phone number is too short'],
  ['(212) 555-0142 ext 9', 'Phone number is too long'],
  ['(212) 555-014', 'Please enter a valid US phone number'],
  ['22125550142', 'Please enter a valid US phone number'],
  ['(112) 555-0142', "Please enter a valid US area code (area codes don't start with 0 or 1)"],
  ['1012555014', "Please enter a valid US area code (area codes don't start with 0 or 1)"],
  ['12125550142', undefined],
  ['2125550142', undefined],
])('the phone number %s: %s', (phoneNumber, message) => {
  expect(faults(SignupForm.safeParse({ ...signup, phoneNumber }))['phoneNumber']).toBe(message);
});

test('different passwords are reported along with any other error', () => {
  expect(faults(SignupForm.safeParse({ ...signup, name: '', confirmPassword: 'Other123!' }))).toEqual({
    name: 'Name is required',
    confirmPassword: 'Passwords do not match',
  });
});

test.each([
  ['Sec1!', 'Password must be at least 8 characters long'],
  ['secret123!', 'Password must contain an uppercase letter'],
  ['SECRET123!', 'Password must contain a lowercase letter'],
  ['Secretive!', 'Password must contain a number'],
  ['Secret1234', 'Password must contain a special character'],
  ['Sécrète 1', 'Password must contain a special character'],
  ['Sécrète_1', undefined],
])('the password %s: %s', (password, message) => {
  expect(faults(SignupBody.safeParse({ ...signup, password }))['password']).toBe(message);
});

test('login and reset report missing values', () => {
  expect(faults(LoginBody.safeParse({ email: 'x', password: '' }))).toEqual({
    email: 'Valid email is required',
    password: 'Password is required',
  });
  expect(faults(ResetPasswordBody.safeParse({ email: '', verificationCode: '', newPassword: 'short' }))).toEqual({
    email: 'Please enter a valid email address',
    verificationCode: 'Verification code is required',
    newPassword: 'Password must be at least 8 characters long',
  });
  expect(
    faults(ResetPasswordBody.safeParse({ email: 'a@b.co', verificationCode: '12345', newPassword: 'Secret123!' })),
  ).toEqual({
    verificationCode: 'Please enter the 6-digit verification code',
  });
});

test('the reply of release 1.0.0 to a login without a verified phone is read', () => {
  const reply = {
    needsConfirmation: true,
    userId: '0198c0de-0000-7000-8000-000000000000',
    message: 'Please verify your phone number.',
    confirmationTicket: 'a'.repeat(43),
    codeSent: true,
  };
  expect(LoginReply.parse(reply)).toEqual(reply);
});
