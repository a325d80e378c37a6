/** The symbols that count (Cognito's developer guide, "Adding user pool password requirements"). */
const symbols = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/;

/**
 * Whether a pool with Cognito's default policy accepts this password: no whitespace (API reference, `Password` of
 * AdminSetUserPassword), letters of the Latin alphabet in both cases, a digit and one of its symbols. Checked before a
 * code is used or an account is created, so that a refusal costs nothing.
 */
export function meetsCognitoPasswordRules(password: string): boolean {
  return (
    /^\S{8,256}$/.test(password) &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /[0-9]/.test(password) &&
    symbols.test(password)
  );
}
