import { lazy, Suspense, useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import { DataDownload } from './data-export.tsx';
import { MemorySwitch } from './memory-switch.tsx';
import { SettingPart, SettingRow } from './setting-row.tsx';

const copy = dashboardCopy.accountCard;

const Devices = lazy(async () => ({ default: (await import('./devices.tsx')).Devices }));

/** Card 6: logged-in devices, follow-ups, the download of all data, and account deletion. */
export function AccountCard({ onDelete }: { onDelete: () => void }) {
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <Card title={copy.accountManagement} className="md:col-span-2">
      <SettingPart>
        <SettingRow
          text={copy.devicesText}
          button={
            <Button variant="secondary" aria-expanded={isListOpen} onClick={() => setIsListOpen(!isListOpen)}>
              {isListOpen ? copy.hideDevices : copy.showDevices}
            </Button>
          }
        />
        {isListOpen && (
          <ErrorBoundary fallback={DevicesFailed}>
            <Suspense fallback={null}>
              <Devices />
            </Suspense>
          </ErrorBoundary>
        )}
      </SettingPart>
      <MemorySwitch />
      <DataDownload />
      <SettingRow
        text={copy.deletionText}
        button={
          <Button variant="danger" onClick={onDelete}>
            {copy.deleteAccount}
          </Button>
        }
      />
    </Card>
  );
}

function DevicesFailed() {
  return <Alert>{copy.devicesNotLoaded}</Alert>;
}
