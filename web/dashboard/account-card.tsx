import { lazy, Suspense, useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';

import { DataDownload } from './data-export.tsx';
import { MemorySwitch } from './memory-switch.tsx';

const Devices = lazy(async () => ({ default: (await import('./devices.tsx')).Devices }));

/** Card 6: logged-in devices, follow-ups, the download of all data, and account deletion. */
export function AccountCard({ isWide, onDelete }: { isWide: boolean; onDelete: () => void }) {
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <Card title="Account Management" className={isWide ? 'md:col-span-2' : ''}>
      <div className="mb-5 border-b border-hairline pb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <p className="max-w-[52ch] text-muted">See which devices are logged in to your account.</p>
          <Button variant="secondary" aria-expanded={isListOpen} onClick={() => setIsListOpen(!isListOpen)}>
            {isListOpen ? 'Hide Devices' : 'Show Devices'}
          </Button>
        </div>
        {isListOpen && (
          <ErrorBoundary fallback={DevicesFailed}>
            <Suspense fallback={null}>
              <Devices />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
      <MemorySwitch />
      <DataDownload />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[52ch] text-muted">
          Deleting your account cancels your plan and permanently removes your name, email, and phone number. This can’t
          be undone.
        </p>
        <Button variant="danger" onClick={onDelete}>
          Delete Account
        </Button>
      </div>
    </Card>
  );
}

function DevicesFailed() {
  return <Alert>We couldn't load your devices. Check your connection and reload the page.</Alert>;
}
