import { adminCopy } from '#contract/admin-copy.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { deskCopy } from './desk-copy.ts';
import { formatTimeExactly } from './format.ts';

type NotRefreshedProps = {
  /** The query behind what is shown. */
  readonly query: { readonly data: unknown; readonly isError: boolean; readonly dataUpdatedAt: number };
};

/** Says from when the data is if it could not be read again: it stays on the screen and would pass for current. */
export function NotRefreshed({ query: { data, isError, dataUpdatedAt } }: NotRefreshedProps) {
  if (data === undefined || !isError) return null;
  return (
    <p className="text-sm text-danger">{deskCopy.notRefreshed.couldNotRefresh(formatTimeExactly(dataUpdatedAt))}</p>
  );
}

/** In place of data that has not been read yet: that it is loading, or that it could not be read. */
export function NotRead({ isError, label }: { readonly isError: boolean; readonly label: string }) {
  return isError ? <Alert>{adminCopy.fetchError}</Alert> : <Skeleton label={label} />;
}
