import { useSyncExternalStore } from 'react';

import { accountCopy } from '#contract/account-copy.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { onUserLeave } from '#web/lib/session.tsx';

type Request = { readonly finish: (isProven: boolean) => void };

let current: Request | null = null;
const listeners = new Set<() => void>();

function publish(next: Request | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The open password request, for the dialog. */
export function usePasswordRequest(): Request | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

// The password of the next account must not repeat a call of this one.
onUserLeave(() => current?.finish(false));

/** Asks for the password in a dialog. @returns true if it was confirmed, false if the dialog was closed */
function askForPassword(): Promise<boolean> {
  current?.finish(false);
  return new Promise((resolve) => {
    const request: Request = {
      finish(isProven) {
        // A late reply must not close the dialog of the next request.
        if (current === request) publish(null);
        resolve(isProven);
      },
    };
    publish(request);
  });
}

/**
 * `call` for sensitive actions: if the server requires the password again (docs/reference/security.md#t35), asks for it
 * and repeats the call.
 * @throws as `call`
 */
export const callWithPassword: typeof call = async (path, options) => {
  try {
    return await call(path, options);
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.sentence === accountCopy.passwordNeeded;
    if (!isNeeded || !(await askForPassword())) throw error;
    return call(path, options);
  }
};
