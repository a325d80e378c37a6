import { lazy, Suspense, useEffect, useState } from 'react';

import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import type { User } from '#contract/user.ts';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';
import { Button } from '#web/ui/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary, type BoundaryFailure } from '#web/ui/feedback/error-boundary.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import { dropPasswordRequest, usePasswordRequest } from './password/password-request.ts';

const copy = dashboardCopy.dashboardDialogs;

const load = {
  phone: () => import('./phone/phone-dialog.tsx'),
  support: () => import('#web/support/support-dialog.tsx'),
  delete: () => import('./deletion/delete-dialog.tsx'),
};
const PhoneDialog = lazy(async () => ({ default: (await load.phone()).PhoneDialog }));
const SupportDialog = lazy(async () => ({ default: (await load.support()).SupportDialog }));
const DeleteDialog = lazy(async () => ({ default: (await load.delete()).DeleteDialog }));

type DashboardDialogsProps = {
  readonly which: DashboardDialog | null;
  readonly user: User;
  readonly phone: PhoneNumberView | undefined;
  readonly onClose: () => void;
};

/** Loads the dialogs one after the other while the page is idle: together they would block a slow phone. */
async function loadDialogs(): Promise<void> {
  for (const loadDialog of Object.values(load)) {
    await idle();
    await loadDialog().catch(() => undefined); // loaded again when the dialog opens
  }
}

/**
 * The dialogs of the dashboard. Their code loads on the first interaction, so that visitors who only read do not pay
 * for it.
 */
export function DashboardDialogs({ which, user, phone, onClose }: DashboardDialogsProps) {
  useFirstTouch(loadDialogs);
  if (which === null) return null;
  return (
    <ErrorBoundary key={which} fallback={DialogFailed}>
      <Suspense fallback={<Opening />}>
        {which === 'phone' && <PhoneDialog phone={phone} onClose={onClose} />}
        {which === 'support' && (
          <SupportDialog user={user} phoneNumber={phone?.phoneNumber ?? user.phoneNumber} onClose={onClose} />
        )}
        {which === 'delete' && (
          <DeleteDialog email={user.email} phone={phone ? formatUsPhone(phone.phoneNumber) : null} onClose={onClose} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Shown on slow connections only; on others the dialog opens first. */
function Opening() {
  return (
    <div className="skeleton fixed inset-0 z-50 grid place-items-center">
      <Spinner label={copy.oneMoment} className="rounded-lg bg-paper px-6 py-5 shadow-soft" />
    </div>
  );
}

export type DashboardDialog = 'phone' | 'support' | 'delete';

/**
 * Which dialog is open. Opens the phone dialog once for accounts without a verified phone
 * (docs/reference/specification.md#dashboard).
 */
export function useDialogs(user: User, phones: readonly PhoneNumberView[] | undefined) {
  const [chosen, setChosen] = useState<DashboardDialog | null>(null);
  const [isPromptDone, setIsPromptDone] = useState(false);
  const hasNoPhone = user.phoneNumber.trim() === '' && phones?.some(({ verified }) => verified) === false;
  const which: DashboardDialog | null = chosen ?? (hasNoPhone && !isPromptDone ? 'phone' : null);

  function close(): void {
    setChosen(null);
    setIsPromptDone(true);
  }

  return {
    which,
    open: setChosen,
    close,
  };
}

const PasswordDialog = lazy(async () => ({ default: (await import('./password/password-dialog.tsx')).PasswordDialog }));

/** Shows the password dialog while a call waits for the password. */
export function PasswordPrompt() {
  const request = usePasswordRequest();
  // Left open, the question would reappear on the next visit, and its answer would carry out an action abandoned long
  // ago.
  useEffect(() => {
    return dropPasswordRequest;
  }, []);
  if (request === null) return null;
  return (
    <ErrorBoundary fallback={DialogFailed}>
      <Suspense fallback={null}>
        <PasswordDialog onProven={() => request.finish(true)} onClose={() => request.finish(false)} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Shown at the bottom of the page when a dialog's code could not be loaded or crashed. */
function DialogFailed({ isCodeMissing }: BoundaryFailure) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[34rem]">
      <Alert>
        <p>{isCodeMissing ? copy.notLoaded : copy.stoppedWorking}</p>
        <Button variant="danger" className="mt-3" onClick={() => window.location.reload()}>
          {copy.reload}
        </Button>
      </Alert>
    </div>
  );
}

/** Delay for browsers without idle callbacks (Safari); the page is idle by then. */
const REST_MS = 1000;

/** Resolves when the page is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, REST_MS);
  });
}
