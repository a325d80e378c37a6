import { deskCopy } from './desk-copy.ts';
import { formatTime } from './format.ts';

type NotRefreshedProps = {
  /** The query behind what is shown. */
  readonly query: { readonly data: unknown; readonly isError: boolean; readonly dataUpdatedAt: number };
};

/** Says from when the data is if it could not be read again: it stays on the screen and would pass for current. */
export function NotRefreshed({ query: { data, isError, dataUpdatedAt } }: NotRefreshedProps) {
  if (data === undefined || !isError) return null;
  return <p className="text-sm text-danger">{deskCopy.notRefreshed.couldNotRefresh(formatTime(dataUpdatedAt))}</p>;
}
