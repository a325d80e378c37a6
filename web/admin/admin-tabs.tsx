import * as Tabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary, type Failure } from '#web/ui/feedback/error-boundary.tsx';

import { LookUpTab } from './look-up/look-up-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { DatabaseTab } from './tabs/database-tab.tsx';
import { MigrationTab } from './tabs/migration-tab.tsx';
import { PaymentsTab } from './tabs/payments-tab.tsx';
import { SearchStatsTab } from './tabs/search-stats-tab.tsx';
import { SettingsTab } from './tabs/settings-tab.tsx';
import { SystemTab } from './tabs/system-tab.tsx';

const tabs: readonly { readonly id: string; readonly name: string; readonly render: () => ReactNode }[] = [
  { id: 'overview', name: 'Overview', render: () => <OverviewTab /> },
  { id: 'system', name: 'System', render: () => <SystemTab /> },
  { id: 'database', name: 'Database', render: () => <DatabaseTab /> },
  { id: 'search-stats', name: 'Search Stats', render: () => <SearchStatsTab /> },
  { id: 'user-migration', name: 'User Migration', render: () => <MigrationTab /> },
  { id: 'payments', name: 'Payments', render: () => <PaymentsTab /> },
  { id: 'look-up', name: 'Look Up', render: () => <LookUpTab /> },
  { id: 'settings', name: 'Settings', render: () => <SettingsTab /> },
];

/**
 * The tabs of docs/reference/specification.md#admin-page, and one that looks up users and texts. Only the selected tab
 * is rendered.
 */
export function AdminTabs() {
  return (
    <Tabs.Root defaultValue="system" className="mt-4">
      {/* All tabs are in view at 390 px: they wrap instead of scrolling. */}
      <Tabs.List aria-label="Admin" className="flex flex-wrap gap-x-1 border-b border-hairline">
        {tabs.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="min-h-11 shrink-0 border-b-3 border-transparent px-2 text-sm font-medium text-muted hover:text-ink focus-visible:rounded-sm focus-visible:outline-offset-[-3px] data-[state=active]:border-brand data-[state=active]:text-ink md:px-3 md:text-base"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, render }) => (
        <Tabs.Content key={id} value={id} className="min-h-[28rem] pt-6 focus-visible:outline-offset-4">
          <ErrorBoundary fallback={TabFailed}>{render()}</ErrorBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Replaces a tab that crashed; the other tabs keep working. */
function TabFailed({ isCodeMissing, retry }: Failure) {
  return (
    <Alert>
      <p>
        {isCodeMissing
          ? 'Part of this tab could not be fetched. Check your connection, then reload the page.'
          : 'This tab stopped working because of an error in the page. Nothing was changed, and the other tabs still work.'}
      </p>
      <Button variant="secondary" className="mt-3" onClick={isCodeMissing ? () => window.location.reload() : retry}>
        {isCodeMissing ? 'Reload' : 'Show this tab again'}
      </Button>
    </Alert>
  );
}
