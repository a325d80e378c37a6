/** Shown when no account was created and the server gave no message (docs/reference/specification.md#errors). */
export const signupCopy = {
  title: 'Account Creation Failed',
  fallback: 'We couldn’t create your account. Everything you typed is still here',
} as const;
