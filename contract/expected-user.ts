/**
 * Optional header of every call that needs a session: the id of the account that the caller acts for. A session of
 * another account is refused with the code `other_account`: tabs share the cookie, so another tab may have signed in to
 * it since.
 */
export const EXPECTED_USER_HEADER = 'x-expected-user';
