import type { Db } from '#server/db/client.ts';
import type { Secret } from '#server/platform/secret.ts';

/** What a code is for: a first phone, another phone. Codes for a new password go by mail. */
export type PhoneCodePurpose = 'confirm' | 'change';

/** What is to be kept with the account, so that the identity is found again. */
export type StoredIdentity = { readonly passwordHash: string | null; readonly externalIdentityId: string | null };

export type Registered =
  | { readonly kind: 'registered'; readonly stored: StoredIdentity }
  /** The identity service knows the address already. */
  | { readonly kind: 'email_taken' }
  /** The identity service does not take this address, or this password. */
  | { readonly kind: 'refused'; readonly field: 'email' | 'password' };

export type PasswordCheck =
  | { readonly kind: 'right'; readonly userId: string }
  | { readonly kind: 'wrong' }
  /** Right, but not kept here any more, and the account has no identity yet: 'Please use Cognito authentication'. */
  | { readonly kind: 'moved'; readonly userId: string };

export type PasswordResetRequest = {
  /** Null is an account that is not there. */
  readonly userId: string | null;
  /** The browser's own request, whose tries count; null where it has none, and the caller counts. */
  readonly requestHash: string | null;
  readonly code: Secret;
  readonly newPassword: Secret;
};

/** `refused`: the service does not take this password; another one needs another code. */
export type PasswordReset = 'reset' | 'wrong_code' | 'refused';

/** `opted_out`: the phone said STOP. `busy`: an earlier text to it is not settled. `failed`: it cannot be texted. */
export type CodeSent = 'sent' | 'opted_out' | 'busy' | 'failed';

/**
 * Who someone is: passwords and codes. Which service does it is a matter of IDENTITY_STAGE; accounts, limits, sessions
 * and who has which phone are ours in every stage. Unknown accounts take as long as known ones, wherever the caller may
 * be a stranger. Every method: @throws ProviderError, and AppError when too many passwords are being checked at once.
 */
export interface IdentityProvider {
  /**
   * Prepares the identity of an account that is about to be written. `remove` takes it back if that comes to nothing.
   */
  register(account: {
    readonly userId: string;
    readonly name: string;
    readonly email: string;
    readonly phoneNumber: string;
    readonly password: Secret;
  }): Promise<Registered>;

  /** Whose password this is. Costs the same for an address that no one has. */
  checkPassword(email: string, password: Secret): Promise<PasswordCheck>;

  /** Texts a code to a phone; the one before it is dead. */
  sendPhoneCode(request: {
    readonly userId: string;
    readonly purpose: PhoneCodePurpose;
    readonly phoneNumber: string;
  }): Promise<CodeSent>;

  /**
   * Whether this is the living code for account, purpose and phone; it is used up if it is. Of any number of right
   * answers at the same time one is right.
   */
  checkPhoneCode(answer: {
    readonly userId: string;
    readonly purpose: PhoneCodePurpose;
    readonly phoneNumber: string;
    readonly code: Secret;
  }): Promise<boolean>;

  /**
   * A browser asks for a new password: its request is noted, and a code is mailed now or soon, unless that is too often.
   * An account that is not there is fine.
   */
  startPasswordReset(
    userId: string,
    request: { readonly requestHash: string; readonly isMailed: boolean },
  ): Promise<void>;

  /** The code that the mail is to carry, made anew. */
  newPasswordCode(userId: string): Promise<Secret>;

  /** Sets a new password for the holder of the mailed code. */
  resetPassword(request: PasswordResetRequest): Promise<PasswordReset>;

  /** The phone that the service has on record as verified, for accounts that came from there; else null. */
  recordedPhone(userId: string): Promise<string | null>;

  /** Has the service told of a phone that is verified now, in the transaction that makes it so. */
  accountChanged(userId: string, transaction: Db): Promise<void>;

  /** Removes the identity of an account, known or not. One that is gone is fine. */
  remove(account: { readonly userId: string; readonly externalIdentityId: string | null }): Promise<void>;
}
