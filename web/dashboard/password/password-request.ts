import { useSyncExternalStore } from 'react';

import { accountCopy } from '#contract/account-copy.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';
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

/** Closes the open request, if there is one: the action that waits for the password is not done. */
export function dropPasswordRequest(): void {
  current?.finish(false);
}

// The password of the next account must not repeat a call of this one.
onUserLeave(dropPasswordRequest);

/** Asks for the password in a dialog. @returns true if it was confirmed, false if the dialog was closed */
function askForPassword(): Promise<boolean> {
  dropPasswordRequest();
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
 * @throws as `call`; Refused, without a toast, if the question was closed or its page was left
 */
export const callWithPassword: typeof call = async (path, options) => {
  try {
    return await call(path, options);
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.sentence === accountCopy.passwordNeeded;
    if (!isNeeded) throw error;
    if (!(await askForPassword())) throw new Refused({ title: '', message: accountCopy.passwordNeeded });
    return call(path, options);
  }
};
