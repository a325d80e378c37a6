import { lazy, Suspense } from 'react';

import type { PageMeta } from '#web/lib/page.ts';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { PageFailed } from '#web/ui/feedback/page-failed.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

import { DeskFrame } from './desk/desk-frame.tsx';
import { gateCopy } from './gate-copy.ts';
import { Gate } from './gate.tsx';
import { OperatorGate } from './operator-gate.tsx';
import { useAdminAccess } from './use-admin-access.ts';

const copy = gateCopy.adminPage;

export const meta: PageMeta = { title: copy.pageTitle, description: copy.pageDescription };

/** Loaded only after a login. */
const AdminArea = lazy(async () => ({ default: (await import('./admin-area.tsx')).AdminArea }));

/** The admin page: a login, and behind it the admin area. */
export function Page() {
  const { access, isFresh, isPending, login, signIn, choose, lock } = useAdminAccess();
  if (access.status === 'locked') {
    const { failure, asks } = access;
    const shown = { failure, isPending };
    return (
      <>
        <DeskFrame />
        {asks === 'operator' ? (
          <OperatorGate {...shown} onSignIn={signIn} onBack={() => choose('password')} />
        ) : (
          <Gate {...shown} takesFocus={!isFresh} onLogin={login} onOperator={() => choose('operator')} />
        )}
      </>
    );
  }
  return (
    <ErrorBoundary fallback={PageFailed}>
      <Suspense fallback={<Spinner label={copy.opening} className="min-h-[40rem]" />}>
        <AdminArea token={access.token} onLock={lock} />
      </Suspense>
    </ErrorBoundary>
  );
}
