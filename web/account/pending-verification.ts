/** Marks a verification that began at the login (spec, section 3). */
export const LOGIN_FLOW = 'login_confirmation';

export type PendingVerification = {
  readonly email: string;
  readonly userId?: string | undefined;
  /** Not a password: a ticket that stands in for one, once, for ten minutes. */
  readonly password?: string | undefined;
  /** When the code that is on its way was asked for, in milliseconds since 1970. */
  readonly codeSentAt?: string | undefined;
  /** 'true' where the account's password has to be set again: a verified phone alone does not let it in. */
  readonly needsReset?: string | undefined;
};

const keys = ['email', 'flow', 'password', 'userId', 'codeSentAt', 'needsReset'] as const;

/** Keeps for /verify what the login knows. */
export function storePendingVerification(pending: PendingVerification): void {
  clearPendingVerification();
  const values: Record<string, string | undefined> = { ...pending, flow: LOGIN_FLOW };
  for (const key of keys) {
    const value = values[key];
    if (value !== undefined) sessionStorage.setItem(key, value);
  }
}

/** What the login left, if it left anything. */
export function readPendingVerification(): PendingVerification | null {
  const email = sessionStorage.getItem('email');
  if (!email || sessionStorage.getItem('flow') !== LOGIN_FLOW) return null;
  return {
    email,
    userId: read('userId'),
    password: read('password'),
    codeSentAt: read('codeSentAt'),
    needsReset: read('needsReset'),
  };
}

function read(key: (typeof keys)[number]): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Forgets it all. */
export function clearPendingVerification(): void {
  for (const key of keys) sessionStorage.removeItem(key);
}
