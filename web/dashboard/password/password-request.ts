import { useSyncExternalStore } from 'react';

import { accountWords } from '#contract/account-words.ts';

import { ApiError, call } from '../../lib/api.ts';

type Request = { readonly finish: (isProven: boolean) => void };

let current: Request | null = null;
const listeners = new Set<() => void>();

function publish(next: Request | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The request for the password that is open, for the dialog that shows it. */
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

/** Asks for the password in a dialog. @returns whether it was proved; false when the person closed the dialog */
function askForPassword(): Promise<boolean> {
  current?.finish(false);
  return new Promise((resolve) => {
    publish({
      finish(isProven) {
        publish(null);
        resolve(isProven);
      },
    });
  });
}

/**
 * `call`, for what matters most: where the server wants the password again (security T35), the person is asked for it
 * and the call is repeated. @throws as `call`
 */
export const callWithPassword: typeof call = async (path, options) => {
  try {
    return await call(path, options);
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.sentence === accountWords.passwordNeeded;
    if (!isNeeded || !(await askForPassword())) throw error;
    return call(path, options);
  }
};
