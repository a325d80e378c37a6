import type { DeskStatus, LampView } from '#contract/admin-desk.ts';
import type { OverviewRange } from '#contract/admin-overview.ts';

import type { TabId } from './desk/navigation.ts';

/** The copy of the desk's frame, of its strip, and of what several tabs show, by the file that shows them. */
export const deskCopy = {
  adminTabs: {
    admin: 'Admin',
    /** The tabs of docs/reference/specification.md#admin-page. */
    names: {
      overview: 'Overview',
      people: 'People',
      money: 'Money',
      system: 'System',
      database: 'Database',
      'search-stats': 'Search Stats',
      'user-migration': 'User Migration',
      payments: 'Payments',
      'look-up': 'Look Up',
      settings: 'Settings',
    } satisfies Record<TabId, string>,
    partDidNotLoad: 'Part of this tab didn’t load. Check your connection, then reload.',
    tabStopped: 'This tab stopped working. The mistake is ours, and nothing was changed. The other tabs still work.',
    reload: 'Reload',
    tryAgain: 'Try Again',
  },
  toolbar: {
    admin: 'Admin',
    autoRefresh: 'Auto-refresh',
    manual: 'Manual',
    fiveSeconds: '5s',
    tenSeconds: '10s',
    thirtySeconds: '30s',
    oneMinute: '1 minute',
    refresh: 'Refresh',
    logOut: 'Log Out',
    noFiguresYet: 'We couldn’t load any figures yet',
    loading: 'Loading the figures',
    asOf: (time: string) => `As of ${time}`,
  },
  notRefreshed: {
    couldNotRefresh: (time: string) => `Showing ${time}. Couldn’t refresh.`,
  },
  monitored: {
    loading: 'Loading the figures',
    unread:
      'We couldn’t read these figures, because the database is unavailable. Nothing is lost. Refresh to try again.',
    readAt: (time: string) => `The database is unavailable. These figures are from ${time}.`,
  },
  showList: {
    show: 'Show',
    /** Continues `show` for screen readers. */
    listBehind: (title: string) => `the list behind “${title}”`,
  },
  /** The kinds of texts whose codes are not what people text or say (server/texting/rules/keywords/classify.ts). */
  textKinds: {
    stop: 'STOP',
    start: 'START',
    help: 'HELP',
    yes: 'YES',
    join_code: 'JOIN code',
    forget: 'FORGET',
    home: 'HOME',
    more: 'MORE',
    autoresponse: 'Auto-reply',
    media: 'Picture or file',
  },
  longList: {
    showFewer: 'Show fewer',
    showAll: (count: number) => `Show all ${count}`,
  },
  bars: {
    name: 'Name',
    share: 'Share',
  },
  rangeChoice: {
    range: 'Range',
    names: {
      hour: 'Hour',
      day: 'Day',
      week: 'Week',
      month: '30 days',
      year: '400 days',
    } satisfies Record<OverviewRange, string>,
  },
  statusStrip: {
    serviceStatus: 'Service status',
    loading: 'Loading the status',
    couldNotLoad: 'We couldn’t load the status.',
    /** The states of docs/reference/specification.md#admin-page. */
    states: {
      working: 'WORKING',
      slow: 'SLOW',
      not_answering: 'NOT ANSWERING',
    } satisfies Record<DeskStatus['state'], string>,
    couldNotLoadLately: 'We couldn’t load the last 10 minutes.',
    lately: 'Last 10 minutes: {answered} answered, {failed}; {open}',
    failed: (count: string) => `${count} failed`,
    /** Continues `failed`. */
    median: (time: string) => `, median ${time}`,
    nothingOpen: 'nothing open',
    open: (count: string, age: string) => `${count} open, oldest ${age}`,
    lamps: 'Lamps',
    lampNames: {
      carrier: 'Carrier',
      model: 'Model',
      payments: 'Payments',
      mail: 'Email',
      database: 'Database',
    } satisfies Record<LampView['name'], string>,
    /** A lamp's state; `age` is one of the three below. */
    lampStates: {
      good: (age: string) => `OK, ${age}`,
      warn: (age: string) => `Warning ${age}`,
      bad: (age: string) => `Failing ${age}`,
    } satisfies Record<LampView['state'], (age: string) => string>,
    notRead: 'Couldn’t check',
    firingFor: (duration: string) => `for ${duration}`,
    idle: 'idle',
    justNow: 'just now',
    ago: (duration: string) => `${duration} ago`,
    needsAttention: 'Needs attention',
    /** The severities of docs/runbook.md. */
    severities: {
      critical: 'Critical',
      warning: 'Warning',
    } satisfies Record<DeskStatus['signals'][number]['severity'], string>,
  },
} as const;
