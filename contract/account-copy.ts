/**
 * The server's exact messages about accounts, phones and codes, and how the pages recognize them
 * (docs/reference/specification.md#errors). No message may contain a number that could include 401: that would end the
 * visitor's session.
 */
export const accountCopy = {
  authenticationRequired: 'Authentication required',
  otherAccount: 'This browser is now logged in to a different account, so nothing was changed.',
  invalidLogin: 'Invalid email or password.',
  loggedOut: 'You’re logged out.',
  /** The pages search for "not confirmed". */
  notConfirmed: 'Your account is not confirmed yet. Verify your phone to finish.',
  notConfirmedNoCode: 'Your account is not confirmed yet, and no code was sent.',
  /** The pages compare this text exactly. */
  useCognito: 'Please use Cognito authentication',
  tooManyLogins: 'Too many attempts. Please wait a few minutes, then try again.',
  tooManySignups: 'Too many sign-ups from this network. Please try again later.',
  tooManyRequests: 'Too many requests. Please try again later.',

  phoneTaken: 'Phone number already registered. Log in or use a different number. Is it yours now? Contact us.',
  emailTaken: 'There’s already an account with this email. Log in or reset your password.',
  emailRefused: 'We can’t use this email address. Please try a different one.',
  /** For passwords that our rules allow but the identity service rejects. */
  passwordRefused:
    'Please choose another password: letters from A to Z in both cases, a digit, one of ! @ # $ % & * ? and no spaces.',
  phoneInvalid: 'Please enter a valid US phone number',
  phoneNotUs: 'US phone numbers only. This number is from another country.',
  phoneWrongType: 'Please use your own mobile number. Toll-free, premium, and service numbers won’t work.',
  phoneOfOther: 'This phone number was already verified by another user. Is it yours now? Contact us.',
  phoneInUse: 'This phone number is already in use by another account. Is it yours now? Contact us.',
  phoneIsYours: 'This is already your phone number.',
  phoneFree: 'This phone number can be used.',
  phoneOptedOut: 'This phone has opted out of our texts.',

  codeSent: 'We texted a verification code.',
  /** For callers without any proof of identity: the same reply whether or not the account exists. */
  codeSentIfWaiting: 'If this account still needs to be verified, we’ve texted a code to the phone number on file.',
  codeNotSent: 'We couldn’t text a code to this number. Check the number and try again.',
  codeBusy: 'We just texted this phone. Please try again in a minute.',
  codeCooldown: 'Please wait before requesting another code.',
  codesPaused: 'We can’t text codes right now. Please try again later.',
  codeWrong: 'That code is wrong or expired. Check it or request a new one.',
  codeTriesUsedUp: 'Too many wrong codes. Please try again later.',
  proofExpired: 'This session timed out. Log in to get a new code.',
  confirmed: 'This phone number is verified.',
  alreadyVerified: 'This phone number is already verified.',
  phoneChanged: 'Your phone number was changed.',
  noChangePending: 'There’s no phone change to confirm. Please start again.',
  nothingToSync: 'There was nothing to copy.',
  synced: 'We found your phone number.',

  resetSent: 'If this email has an account, a code is on its way.',
  resetUnfinished:
    'Your code was right, but we couldn’t finish changing your password. Wait a minute, then request a new code.',
  passwordReset: 'Your password was changed. Please log in.',
  passwordResetVerifyPhone:
    'Your password was changed. For your safety, your phone was removed: log in and verify it again.',
  emailProven: 'Thanks, your email is confirmed.',
  emailProvenBefore: 'Your email is already confirmed.',
  emailLinkSent: 'We’ve emailed you a new link. It works for seven days.',
  emailLinkWrong: 'This link is wrong or has expired. Request a new one on your dashboard.',
  passwordNeeded: 'Please enter your password to continue.',
  passwordCommon: 'This password is too common. Choose one that is harder to guess.',
  passwordWrong: 'That password is wrong.',
  passwordConfirmed: 'Thank you.',
  sessionEnded: 'That device was logged out.',
  sessionsEnded: 'All your other devices were logged out.',
  sessionGone: 'That device was logged out already.',
  undoLinkWrong: 'This link is wrong, was used, or is older than a day. Reset your password and contact us.',
  undoTaken: 'Your old number is used by another account now. Reset your password and contact us.',
  phoneChangeUndone: 'Your old phone number is back and every device was logged out. Now set a new password.',
  notYourPhone: 'You can only ask about your own phone number.',
  deletionStarted: 'Your account is being deleted.',
} as const;

/**
 * Whether a login failed only because the phone is unverified or the account's sign-in has moved
 * (docs/reference/specification.md#errors).
 */
export function needsConfirmation(message: string): boolean {
  return message.includes(accountCopy.useCognito) || message.toLowerCase().includes('not confirmed');
}

/** Toast 'Phone Number Already Registered'. */
export function isPhoneTaken(message: string): boolean {
  return message.toLowerCase().includes('phone number already registered');
}

/** Toast 'US Phone Numbers Only'. */
export function isAboutUsPhones(message: string): boolean {
  return message.toLowerCase().includes('us phone numbers only');
}

/** Toast 'Already Verified by Another User'. */
export function isVerifiedByOther(message: string): boolean {
  return message.toLowerCase().includes('already verified by another user');
}
