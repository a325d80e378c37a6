import { lazy, Suspense, useEffect } from 'react';

import type { PhoneNumberView } from '#contract/phone.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import type { User } from '#contract/user.ts';

import { idle } from '../lib/idle.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
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
async function loadAhead(): Promise<void> {
  for (const load of loaders) {
    await idle();
    await load().catch(() => undefined); // asked for again when it is opened
  }
}

/** The dialogs of the dashboard. Their code comes after the page's own, before anybody needs it. */
export function DashboardDialogs({ which, user, phone, subscription, onClose }: DashboardDialogsProps) {
  useEffect(() => {
    void loadAhead();
  }, []);
  if (which === null) return null;
  return (
    <ErrorBoundary key={which} fallback={<DialogFailed />}>
      <Suspense fallback={null}>
        {which === 'phone' && <PhoneDialog phone={phone} onClose={onClose} />}
        {which === 'support' && (
          <SupportDialog user={user} phoneNumber={phone?.phoneNumber ?? user.phoneNumber} onClose={onClose} />
        )}
        {which === 'delete' && <DeleteDialog subscription={subscription} onClose={onClose} />}
      </Suspense>
    </ErrorBoundary>
  );
}
