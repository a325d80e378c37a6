import { signupWords } from '../signup-words.ts';

const words = signupWords.signupCopy;
/** Shown when no account was created and the server gave no message (docs/reference/specification.md#errors). */
export const signupCopy = {
  title: words.accountCreationFailed,
  fallback: words.creationFailed,
} as const;
