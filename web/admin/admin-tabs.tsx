import * as Tabs from '@radix-ui/react-tabs';
import { type ReactNode, useMemo, useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary, type BoundaryFailure } from '#web/ui/feedback/error-boundary.tsx';

import { deskCopy } from './desk-copy.ts';
import { MoneyTab } from './desk/money-tab.tsx';
import { DeskNavigation, type Subject, type TabId } from './desk/navigation.ts';
import { PeopleTab } from './desk/people-tab.tsx';
import { StatusStrip } from './desk/status-strip.tsx';
import { LookUpTab } from './look-up/look-up-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { DatabaseTab } from './tabs/database-tab.tsx';
import { MigrationTab } from './tabs/migration-tab.tsx';
import { PaymentsTab } from './tabs/payments-tab.tsx';
import { SearchStatsTab } from './tabs/search-stats-tab.tsx';
import { SettingsTab } from './tabs/settings-tab.tsx';
import { SystemTab } from './tabs/system-tab.tsx';

const copy = deskCopy.adminTabs;

type Tab = { readonly id: TabId; readonly render: (subject: Subject | undefined) => ReactNode };

const tabs: readonly Tab[] = [
  { id: 'overview', render: () => <OverviewTab /> },
  { id: 'people', render: (subject) => <PeopleTab subject={subject} /> },
  { id: 'money', render: () => <MoneyTab /> },
  { id: 'system', render: () => <SystemTab /> },
  { id: 'database', render: () => <DatabaseTab /> },
  { id: 'search-stats', render: () => <SearchStatsTab /> },
  { id: 'user-migration', render: () => <MigrationTab /> },
  { id: 'payments', render: () => <PaymentsTab /> },
  { id: 'look-up', render: (subject) => <LookUpTab subject={subject} /> },
  { id: 'settings', render: () => <SettingsTab /> },
];

type Opened = { readonly tab: TabId; readonly subject: Subject | undefined };

/**
 * The status strip and the tabs: those of docs/reference/specification.md#admin-page, and three more for people who
 * need something, money, and looking up users and texts. Only the selected tab is rendered; a row or figure of one tab
 * may open another with its subject.
 */
export function AdminTabs() {
  const [{ tab, subject }, setOpened] = useState<Opened>({ tab: 'system', subject: undefined });
  const navigation = useMemo(
    () => ({
      open(id: TabId, opened?: Subject) {
        setOpened({ tab: id, subject: opened });
        // The row that was pressed is gone.
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=tab][data-tab=${id}]`)?.focus());
      },
    }),
    [],
  );
  return (
    <DeskNavigation value={navigation}>
      <StatusStrip />
      <Tabs.Root
        value={tab}
        onValueChange={(id) => setOpened({ tab: id as TabId, subject: undefined })}
        className="mt-4"
      >
        {/* All tabs are in view at 390 px: they wrap instead of scrolling. */}
        <Tabs.List aria-label={copy.admin} className="flex flex-wrap gap-x-1 border-b border-hairline">
          {tabs.map(({ id }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              data-tab={id}
              className="min-h-11 shrink-0 border-b-3 border-transparent px-2 text-sm font-medium text-muted hover:text-ink focus-visible:rounded-sm focus-visible:outline-offset-[-3px] data-[state=active]:border-brand data-[state=active]:text-ink md:text-base"
            >
              {copy.names[id]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ id, render }) => (
          <Tabs.Content key={id} value={id} className="min-h-[28rem] pt-6 focus-visible:outline-offset-4">
            <ErrorBoundary fallback={TabFailed}>{render(id === tab ? subject : undefined)}</ErrorBoundary>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </DeskNavigation>
  );
}

/** Replaces a tab that crashed; the other tabs keep working. */
function TabFailed({ isCodeMissing, retry }: BoundaryFailure) {
  return (
    <Alert>
      <p>{isCodeMissing ? copy.partDidNotLoad : copy.tabStopped}</p>
      <Button variant="secondary" className="mt-3" onClick={isCodeMissing ? () => window.location.reload() : retry}>
        {isCodeMissing ? copy.reload : copy.tryAgain}
      </Button>
    </Alert>
  );
}
