import { CODE_MINUTES } from '#contract/verification-code.ts';

/** What a verification began with. The first is a marker of docs/reference/specification.md#entities. */
export type VerificationFlow = 'login_confirmation' | 'signup_confirmation';

export type PendingVerification = {
  readonly email: string;
  readonly userId?: string | undefined;
  /** Not a password: a single-use ticket that replaces it and expires 10 minutes after the last code. */
  readonly password?: string | undefined;
  /** When the pending code was requested, in milliseconds since 1970. */
  readonly codeSentAt?: string | undefined;
  /** 'true' if the account's password must also be reset before it can log in. */
  readonly needsReset?: string | undefined;
  /** 'true' if the phone belongs to someone the user helps. */
  readonly isHelper?: string | undefined;
  /** The number that a sign-up verifies. */
  readonly phoneNumber?: string | undefined;
  /** Why a sign-up got no code. */
  readonly notSent?: string | undefined;
  /** When a sign-up can request another code, in milliseconds since 1970. */
  readonly nextCodeAt?: string | undefined;
  /** The code that a sign-up shows, to be texted to us: a `TextedCodeReply` as JSON, with when it expires. */
  readonly textedCode?: string | undefined;
};

const values = [
  'email',
  'password',
  'userId',
  'codeSentAt',
  'needsReset',
  'isHelper',
  'phoneNumber',
  'notSent',
  'nextCodeAt',
  'textedCode',
] as const satisfies readonly (keyof PendingVerification)[];
const keys = [...values, 'flow', 'storedAt'] as const;

/** Once a code has expired, the next person at a shared computer must not find whose verification it was. */
const KEPT_MS = CODE_MINUTES * 60_000;

/** Stores the data of a verification, in place of any other. */
export function storePendingVerification(flow: VerificationFlow, pending: PendingVerification): void {
  clearPendingVerification();
  const stored: Record<string, string | undefined> = { ...pending, flow, storedAt: String(Date.now()) };
  for (const key of keys) {
    const value = stored[key];
    if (value !== undefined) sessionStorage.setItem(key, value);
  }
}

/** The stored data of a verification that began like this, if any; removed ten minutes after the last code. */
export function readPendingVerification(flow: VerificationFlow): PendingVerification | null {
  const email = read('email');
  if (!email || read('flow') !== flow) return null;
  if (!(Date.now() - Number(read('storedAt') ?? 0) < KEPT_MS)) {
    clearPendingVerification();
    return null;
  }
  return { ...Object.fromEntries(values.map((key) => [key, read(key)])), email };
}

/** Keeps the stored data of a login, if any, for as long as a code that was sent now. */
export function renewPendingVerification(): void {
  if (readPendingVerification('login_confirmation')) sessionStorage.setItem('storedAt', String(Date.now()));
}

/** Keeps the code that a stored sign-up shows, for as long as the rest of it. */
export function storePendingTextedCode(textedCode: string): void {
  if (readPendingVerification('signup_confirmation')) sessionStorage.setItem('textedCode', textedCode);
}

function read(key: (typeof keys)[number]): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Clears the stored data. */
export function clearPendingVerification(): void {
  for (const key of keys) sessionStorage.removeItem(key);
}
