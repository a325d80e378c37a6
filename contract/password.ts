/** A rule for new passwords: what the page lists, what its violation says, and the rule itself. */
export type PasswordRule = {
  readonly text: string;
  readonly message: string;
  readonly isMet: (password: string) => boolean;
};

/** The rules of spec section 5, in the order in which they are shown and checked. */
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

/** Longer ones only cost the server time; 72 would be a limit of bcrypt, which is not used here. */
export const PASSWORD_CHARS_MAX = 256;

/** What is wrong with a new password, or null when nothing is. */
export function passwordProblem(password: string): string | null {
  if (password.length > PASSWORD_CHARS_MAX) return `Please use at most ${PASSWORD_CHARS_MAX} characters`;
  return passwordRules.find(({ isMet }) => !isMet(password))?.message ?? null;
}
