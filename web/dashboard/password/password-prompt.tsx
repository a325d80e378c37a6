import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { DialogFailed } from '../dialog-failed.tsx';
import { usePasswordRequest } from './password-request.ts';

const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }));

/** Shows the dialog while a call waits for the password. */
export function PasswordPrompt() {
  const request = usePasswordRequest();
  if (request === null) return null;
  return (
    <ErrorBoundary fallback={DialogFailed}>
      <Suspense fallback={null}>
        <PasswordDialog onProven={() => request.finish(true)} onClose={() => request.finish(false)} />
      </Suspense>
    </ErrorBoundary>
  );
}
