/** Marks a verification that started at the login (docs/reference/specification.md#entities). */
export const LOGIN_FLOW = 'login_confirmation';

export type PendingVerification = {
  readonly email: string;
  readonly userId?: string | undefined;
  /** Not a password: a single-use ticket that replaces it and expires 10 minutes after the last code. */
  readonly password?: string | undefined;
  /** When the pending code was requested, in milliseconds since 1970. */
  readonly codeSentAt?: string | undefined;
  /** 'true' if the account's password must also be reset before it can log in. */
  readonly needsReset?: string | undefined;
};

const keys = ['email', 'flow', 'password', 'userId', 'codeSentAt', 'needsReset', 'storedAt'] as const;

/** As long as a code is valid. Then the next person at a shared computer must not find whose verification it was. */
const KEPT_MS = 10 * 60_000;

/** Stores the login's data for /verify. */
export function storePendingVerification(pending: PendingVerification): void {
  clearPendingVerification();
  const values: Record<string, string | undefined> = { ...pending, flow: LOGIN_FLOW, storedAt: String(Date.now()) };
  for (const key of keys) {
    const value = values[key];
    if (value !== undefined) sessionStorage.setItem(key, value);
  }
}

/** The login's stored data, if any; removed ten minutes after the last code. */
export function readPendingVerification(): PendingVerification | null {
  const email = read('email');
  if (!email || read('flow') !== LOGIN_FLOW) return null;
  if (!(Date.now() - Number(read('storedAt') ?? 0) < KEPT_MS)) {
    clearPendingVerification();
    return null;
  }
  return {
    email,
    userId: read('userId'),
    password: read('password'),
    codeSentAt: read('codeSentAt'),
    needsReset: read('needsReset'),
  };
}

/** Keeps the stored data, if any, for as long as a code that was sent now. */
export function renewPendingVerification(): void {
  if (readPendingVerification()) sessionStorage.setItem('storedAt', String(Date.now()));
}

function read(key: (typeof keys)[number]): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Clears the stored data. */
export function clearPendingVerification(): void {
  for (const key of keys) sessionStorage.removeItem(key);
}
