import { lazy, Suspense } from 'react';

import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import type { User } from '#contract/user.ts';

import { idle } from '../lib/idle.ts';
import { useFirstTouch } from '../lib/use-first-touch.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DialogFailed } from './dialog-failed.tsx';
import type { DashboardDialog } from './use-dialogs.ts';

const loaders = [
  () => import('./phone/phone-dialog.tsx'),
  () => import('../support/support-dialog.tsx'),
  () => import('./deletion/delete-dialog.tsx'),
] as const;
const PhoneDialog = lazy(async () => ({ default: (await loaders[0]()).PhoneDialog }));
const SupportDialog = lazy(async () => ({ default: (await loaders[1]()).SupportDialog }));
const DeleteDialog = lazy(async () => ({ default: (await loaders[2]()).DeleteDialog }));

type DashboardDialogsProps = {
  readonly which: DashboardDialog | null;
  readonly user: User;
  readonly phone: PhoneNumberView | undefined;
  readonly subscription: SubscriptionView | undefined;
  readonly onClose: () => void;
};

/** One dialog's code after the other, each when the page has nothing else to do: together they hold up a slow phone. */
async function loadDialogs(): Promise<void> {
  for (const load of loaders) {
    await idle();
    await load().catch(() => undefined); // asked for again when it is opened
  }
}

/** The dialogs of the dashboard. Their code comes with the first touch: who only looks never pays for it. */
export function DashboardDialogs({ which, user, phone, subscription, onClose }: DashboardDialogsProps) {
  useFirstTouch(loadDialogs);
  if (which === null) return null;
  return (
    <ErrorBoundary key={which} fallback={DialogFailed}>
      <Suspense fallback={<Opening />}>
        {which === 'phone' && <PhoneDialog phone={phone} onClose={onClose} />}
        {which === 'support' && (
          <SupportDialog user={user} phoneNumber={phone?.phoneNumber ?? user.phoneNumber} onClose={onClose} />
        )}
        {which === 'delete' && <DeleteDialog subscription={subscription} onClose={onClose} />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** A slow line is seen to work; on any other the dialog is there before this is. */
function Opening() {
  return (
    <div className="skeleton fixed inset-0 z-50 grid place-items-center">
      <Spinner label="One moment …" className="rounded-lg bg-paper px-6 py-5 shadow-soft" />
    </div>
  );
}
