import { lazy, Suspense, useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import { DataDownload } from './data-export.tsx';
import { MemorySwitch } from './memory-switch.tsx';

const copy = dashboardCopy.accountCard;

const Devices = lazy(async () => ({ default: (await import('./devices.tsx')).Devices }));

/** Card 6: logged-in devices, follow-ups, the download of all data, and account deletion. */
export function AccountCard({ onDelete }: { onDelete: () => void }) {
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <Card title={copy.accountManagement} className="md:col-span-2">
      <div className="mb-5 border-b border-hairline pb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <p className="max-w-[52ch] text-muted">{copy.devicesText}</p>
          <Button variant="secondary" aria-expanded={isListOpen} onClick={() => setIsListOpen(!isListOpen)}>
            {isListOpen ? copy.hideDevices : copy.showDevices}
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
        <p className="max-w-[52ch] text-muted">{copy.deletionText}</p>
        <Button variant="danger" onClick={onDelete}>
          {copy.deleteAccount}
        </Button>
      </div>
    </Card>
  );
}

function DevicesFailed() {
  return <Alert>{copy.devicesNotLoaded}</Alert>;
}
