import type { ReactNode } from 'react';

import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { dashboardCopy } from './dashboard-copy.ts';

const copy = dashboardCopy.notLoaded;

type NotLoadedProps = {
  /** The query that failed. */
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  /** What could not be loaded. */
  readonly children: ReactNode;
};

/** In place of what a card shows, if that could not be loaded: says so, and tries again. */
export function NotLoaded({ query: { isFetching, refetch }, children }: NotLoadedProps) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-start">
      {children}
      <div className="mt-auto">
        <SubmitArea isPending={isFetching}>
          <Button variant="secondary" isPending={isFetching} onClick={() => void refetch()}>
            {isFetching ? copy.retrying : copy.retry}
          </Button>
        </SubmitArea>
      </div>
    </div>
  );
}
