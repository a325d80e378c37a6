import { createContext, use } from 'react';

import type { FailureListName } from '#contract/admin-desk.ts';
import type { OverviewRange } from '#contract/admin-overview.ts';

export type TabId =
  | 'overview'
  | 'people'
  | 'money'
  | 'system'
  | 'database'
  | 'search-stats'
  | 'user-migration'
  | 'payments'
  | 'look-up'
  | 'settings';

/** What a tab is opened with. */
export type Subject =
  | { readonly kind: 'customer'; readonly userId: string }
  | { readonly kind: 'text'; readonly textId: string }
  | { readonly kind: 'failures'; readonly list: FailureListName; readonly range: OverviewRange };

type Navigation = {
  /** Opens a tab, with a customer, a text or a list in it. */
  readonly open: (tab: TabId, subject?: Subject) => void;
};

export const DeskNavigation = createContext<Navigation | null>(null);

/** Opens tabs from within tabs. Throws outside of the admin area. */
export function useDeskNavigation() {
  const navigation = use(DeskNavigation);
  if (!navigation) throw new Error('useDeskNavigation must be used within the tabs of the admin area');
  const { open } = navigation;
  return {
    open,
    openCustomer: (userId: string) => open('look-up', { kind: 'customer', userId }),
    openText: (textId: string) => open('look-up', { kind: 'text', textId }),
    openFailures: (list: FailureListName, range: OverviewRange) => open('people', { kind: 'failures', list, range }),
  };
}
