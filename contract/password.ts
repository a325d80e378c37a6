/** A rule for new passwords: its text in the list, its error message, and its check. */
export type PasswordRule = {
  readonly text: string;
  readonly message: string;
  readonly isMet: (password: string) => boolean;
};

/** The rules of docs/reference/specification.md#sign-up-form, in the order in which they are shown and checked. */
export const passwordRules: readonly PasswordRule[] = [
  {
    text: 'At least 8 characters',
    message: 'Password must be at least 8 characters long',
    isMet: (password) => password.length >= 8,
  },
  {
    text: 'One uppercase letter',
    message: 'Password must contain an uppercase letter',
    isMet: (password) => /\p{Lu}/u.test(password),
  },
  {
    text: 'One lowercase letter',
    message: 'Password must contain a lowercase letter',
    isMet: (password) => /\p{Ll}/u.test(password),
  },
  {
    text: 'One number',
    message: 'Password must contain a number',
    isMet: (password) => /\d/.test(password),
  },
  {
    text: 'One special character',
    message: 'Password must contain a special character',
    isMet: (password) => /[^\p{L}\d\s]/u.test(password),
  },
];

/** Longer passwords only cost server time. The 72-byte limit of bcrypt does not apply: bcrypt is not used. */
export const PASSWORD_CHARS_MAX = 256;

/** The error message for a new password, or null if it is valid. */
export function passwordProblem(password: string): string | null {
  if (password.length > PASSWORD_CHARS_MAX) return `Please use at most ${PASSWORD_CHARS_MAX} characters`;
  return passwordRules.find(({ isMet }) => !isMet(password))?.message ?? null;
}
