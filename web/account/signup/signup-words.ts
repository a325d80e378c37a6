/** What is said when no account was created, where the server says nothing (spec, section 8). */
export const signupWords = { title: 'Account Creation Failed', fallback: 'Your account was not created' } as const;
