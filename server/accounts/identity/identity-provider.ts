import type { Db } from '#server/db/client.ts';
import type { Mailbox } from '#server/domain/mailbox.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import type { Secret } from '#server/platform/secret.ts';

/** Whether a phone code confirms an account's first phone or changes it. Password codes are sent by email. */
export type PhoneCodePurpose = 'confirm' | 'change';

/** What a phone code is bound to. */
export type PhoneCode = { readonly userId: string; readonly purpose: PhoneCodePurpose; readonly phoneNumber: string };

/** What is stored with the account to find its identity again. */
export type StoredIdentity = { readonly passwordHash: string | null; readonly externalIdentityId: string | null };

export type RegisterOutcome =
  | { readonly kind: 'registered'; readonly stored: StoredIdentity }
  /** The identity service has an identity with this address already. */
  | { readonly kind: 'email_taken' }
  /** The identity service does not accept this address or this password. */
  | { readonly kind: 'refused'; readonly field: 'email' | 'password' };

export type PasswordCheck =
  | ({ readonly kind: 'right' } & ProvenAccount)
  | { readonly kind: 'wrong' }
  /** The service does not check the password now, after too many wrong ones. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  /** Right, but our hash no longer counts and the account has no identity yet: 'Please use Cognito authentication'. */
  | ({ readonly kind: 'migration_required' } & ProvenAccount);

export type PasswordResetRequest = {
  /** Null for an unknown account. */
  readonly userId: string | null;
  /** The browser's own request, which counts the tries; null if there is none, and the caller counts them. */
  readonly requestHash: string | null;
  readonly code: Secret;
  readonly newPassword: Secret;
};

/** The first proof of an account's mailbox, by a password code: it removes the account's phones. */
export type MailboxProof = { /** Its owner must verify the phone again. */ readonly hadPhone: boolean };

export type PasswordResetOutcome =
  | { readonly kind: 'wrong_code' }
  /** The password breaks the service's rules; the code was not checked. */
  | { readonly kind: 'refused' }
  /**
   * The code is used up, and the old password and all access with it have ended. `not_accepted`: the service
   * still refused this password; another one needs another code. `unavailable`: the identity that the account lacks
   * could not be created, so its owner cannot log in yet.
   */
  | { readonly kind: 'reset' | 'not_accepted' | 'unavailable'; readonly firstProof: MailboxProof | null };

/**
 * `opted_out`: the phone texted STOP. `busy`: the outcome of an earlier text to it is not known yet. `failed`: it
 * cannot be texted. `unavailable`: no phone can be texted now; the carrier took nothing.
 */
export type SendCodeOutcome = 'sent' | 'opted_out' | 'busy' | 'failed' | 'unavailable';

/**
 * Passwords and codes. IDENTITY_STAGE selects the service behind them; accounts, limits, sessions and phones are ours
 * in every stage. Where the caller may be a stranger, an unknown account takes as long as a known one. Every method:
 * @throws ProviderError, and AppError when too many passwords are being checked concurrently.
 */
export interface IdentityProvider {
  /** Prepares the identity of an account that is about to be written. If it is not written, call `remove`. */
  register(account: {
    readonly userId: string;
    readonly name: string;
    readonly email: string;
    readonly phoneNumber: string;
    readonly password: Secret;
  }): Promise<RegisterOutcome>;

  /** Whether no identity of another account has this address at the service. */
  isEmailFree(userId: string, email: string): Promise<boolean>;

  /**
   * Finds the account with this email and password. Takes as long for an unknown email.
   * @param isKnownBrowser whether this browser has proved the account's password before
   */
  checkPassword(email: string, password: Secret, isKnownBrowser: boolean): Promise<PasswordCheck>;

  /**
   * Whether no password of this account counts until it is reset, as `migration_required` reports: then nothing else
   * may sign it in either.
   */
  mustResetPassword(userId: string): Promise<boolean>;

  /** Texts a code to a phone, replacing the previous one. */
  sendPhoneCode(phoneCode: PhoneCode): Promise<SendCodeOutcome>;

  /** Whether this is the valid code. It stays valid until the transaction that it is for uses it up (`usePhoneCode`). */
  checkPhoneCode(answer: PhoneCode & { readonly code: Secret }): Promise<boolean>;

  /** Records a browser's request for a new password, and has a code emailed. A no-op for an unknown account. */
  startPasswordReset(userId: string, requestHash: string): Promise<void>;

  /** Creates the code for a password email; replacing the previous one. Null when the account's email is another by now. */
  createPasswordCode(to: Mailbox): Promise<Secret | null>;

  /** Sets a new password for the holder of the emailed code. What else this proves and ends: `resetOwnPassword`. */
  resetPassword(request: PasswordResetRequest): Promise<PasswordResetOutcome>;

  /** The phone that the service has on record as verified, for an account imported from there; null for any other. */
  findRecordedPhone(userId: string): Promise<string | null>;

  /** Schedules an update of the service, in the transaction that changes a phone, name or email. */
  accountChanged(userId: string, transaction: Db): Promise<void>;

  /** Removes the identity of an account. Idempotent: a missing identity is no error. */
  remove(account: { readonly userId: string; readonly externalIdentityId: string | null }): Promise<void>;
}
