/** Shown when no account was created and the server gave no message (docs/reference/specification.md#errors). */
export const signupCopy = { title: 'Account Creation Failed', fallback: 'Your account was not created' } as const;
