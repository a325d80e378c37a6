import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';

import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/forms/control-class.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { RefreshIcon } from '#web/ui/icons.tsx';

import { deskCopy } from './desk-copy.ts';
import { formatTimeExactly } from './format.ts';
import { useMonitoring } from './monitored.tsx';

const copy = deskCopy.toolbar;

const paces = [
  { label: copy.manual, ms: 0 },
  { label: copy.fiveSeconds, ms: 5000 },
  { label: copy.tenSeconds, ms: 10_000 },
  { label: copy.thirtySeconds, ms: 30_000 },
  { label: copy.oneMinute, ms: 60_000 },
] as const;

type ToolbarProps = {
  readonly refreshMs: number | false;
  readonly onRefreshMs: (ms: number | false) => void;
  readonly onLogout: () => void;
};

/** The heading, the age of the data, and the refresh controls, in the desk's frame: on a phone as a second line. */
export function Toolbar({ refreshMs, onRefreshMs, onLogout }: ToolbarProps) {
  const id = useId();
  const client = useQueryClient();
  const isFetching = useIsFetching({ predicate: ({ meta }) => meta?.['isQuiet'] !== true }) > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  // The login's field had the focus and is gone.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="contents items-center justify-between gap-x-6 md:flex md:flex-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {copy.admin}
        </h1>
        <p className="text-sm text-muted">
          <Freshness />
        </p>
      </div>
      <div className="flex w-full flex-wrap items-center gap-2 md:w-auto">
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="sr-only text-sm text-muted md:not-sr-only">
            {copy.autoRefresh}
          </label>
          <Select
            id={id}
            value={refreshMs || 0}
            onChange={(event) => onRefreshMs(Number(event.target.value) || false)}
            className={`${controlClass} min-w-28`}
          >
            {paces.map(({ label, ms }) => (
              <option key={ms} value={ms}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <Button variant="secondary" isPending={isFetching} onClick={() => void client.invalidateQueries()}>
          <RefreshIcon className={`size-5 ${isFetching ? 'animate-spin' : ''}`} />
          <span className="sr-only sm:not-sr-only">{copy.refresh}</span>
        </Button>
        <Button variant="quiet" onClick={onLogout} className="-mr-3 ml-auto">
          {copy.logOut}
        </Button>
      </div>
    </div>
  );
}

/** The age of the data, which stays on the screen when a refresh fails. */
function Freshness() {
  const { dataUpdatedAt, isError } = useMonitoring();
  if (dataUpdatedAt === 0) return isError ? copy.noFiguresYet : copy.loading;
  const time = formatTimeExactly(dataUpdatedAt);
  return isError ? <span className="text-danger">{deskCopy.notRefreshed.couldNotRefresh(time)}</span> : copy.asOf(time);
}
