import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { type Failure, type FailureListName, FAILURES_MAX, failureLists, FailuresReply } from '#contract/admin-desk.ts';
import type { OverviewRange } from '#contract/admin-overview.ts';
import { Card } from '#web/ui/card.tsx';

import { useAdmin } from '../admin-calls.ts';
import { CardGrid } from '../card-grid.tsx';
import { formatCode, formatMomentExactly, nameOfCode } from '../format.ts';
import { LongList } from '../long-list.tsx';
import { NotRead, NotRefreshed } from '../not-refreshed.tsx';
import { carrierMeaning } from '../overview/causes.ts';
import { RangeChoice } from '../overview/range-choice.tsx';
import { peopleCopy } from '../people-copy.ts';
import type { Subject } from './navigation.ts';
import { useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

const copy = peopleCopy.failureLists;

type FailureListsProps = { readonly opened: Extract<Subject, { kind: 'failures' }> | undefined };

/** The rows behind the failed figures and charts. The list that a figure opened is scrolled to. */
export function FailureLists({ opened }: FailureListsProps) {
  const { ask, refreshMs } = useAdmin();
  const [range, setRange] = useState<OverviewRange>(opened?.range ?? 'day');
  const query = useQuery({
    queryKey: ['failures', range],
    queryFn: () => ask(`/api/admin/failures?range=${range}`, { reads: FailuresReply }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const { data, isError } = query;
  return (
    <section aria-labelledby="failures" className="space-y-5 md:space-y-6">
      <div className="space-y-3">
        <h2 id="failures" className="text-xl">
          {copy.whatFailed}
        </h2>
        <RangeChoice value={range} onChange={setRange} />
        <NotRefreshed query={query} />
      </div>
      {data ? (
        <CardGrid>
          {failureLists.map((name) => (
            <FailureList key={name} name={name} rows={data.lists[name]} isOpened={name === opened?.list} />
          ))}
        </CardGrid>
      ) : (
        <NotRead isError={isError} label={copy.loading} />
      )}
    </section>
  );
}

/** Rows that a list shows at first. */
const SHOWN_FIRST = 10;

type FailureListProps = { readonly name: FailureListName; readonly rows: Failure[]; readonly isOpened: boolean };

function FailureList({ name, rows, isOpened }: FailureListProps) {
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    view.current?.scrollIntoView({ block: 'start' });
    view.current?.focus({ preventScroll: true });
  }, [isOpened]);
  return (
    <div ref={view} tabIndex={-1} className="min-w-0 scroll-mt-4 outline-none">
      <Card title={copy.titles[name]} corner={<span className="text-sm text-muted">{newest(rows)}</span>}>
        {rows.length === 0 ? (
          <p className="text-muted">{copy.nothing}</p>
        ) : (
          <LongList
            first={SHOWN_FIRST}
            rows={rows.map((row, index) => (
              <FailureRow key={`${row.textId ?? row.userId ?? index} ${row.at}`} row={row} name={name} />
            ))}
          />
        )}
      </Card>
    </div>
  );
}

function newest(rows: readonly Failure[]): string {
  return rows.length === FAILURES_MAX ? copy.newest(FAILURES_MAX) : String(rows.length);
}

function FailureRow({ row, name }: { row: Failure; name: FailureListName }) {
  const { openCustomer, openText } = useDeskNavigation();
  const { at, userId, textId, phoneEnding, what } = row;
  return (
    <li className="grid gap-x-4 py-1.5 text-sm first:pt-0 last:pb-0 sm:grid-cols-[1fr_auto] sm:items-baseline">
      <span className="tabular-nums">
        {textId === null ? (
          formatMomentExactly(at)
        ) : (
          <RowLink onClick={() => openText(textId)}>{formatMomentExactly(at)}</RowLink>
        )}
        <span className={`ml-2 ${name === 'crisis' && !isFine.has(what) ? 'text-danger' : 'text-muted'}`}>
          {describe(name, what)}
        </span>
      </span>
      <span className="max-w-56 sm:*:ml-auto sm:*:block sm:*:text-right">
        {userId === null ? (
          <span className="text-muted">{phoneEnding === null ? copy.noAccount : copy.endsIn(phoneEnding)}</span>
        ) : (
          <RowLink onClick={() => openCustomer(userId)}>{row.name ?? copy.deletedAccount}</RowLink>
        )}
      </span>
    </li>
  );
}

/** Replies to texts about danger that arrived, or may still; and texts that were due none. */
const isFine: ReadonlySet<string> = new Set(['delivered', 'sent', 'open', 'silent']);
const crisis: Readonly<Record<string, string>> = copy.crisis;

function describe(name: FailureListName, what: string): string {
  if (name === 'crisis') return crisis[what] ?? copy.undelivered(withMeaning(what));
  if (name === 'deliveries') return withMeaning(what);
  return name === 'opt_outs' ? nameOfCode(copy.sources, what) : formatCode(what);
}

function withMeaning(code: string): string {
  return copy.delivery(carrierMeaning(code) ?? copy.unnamedError, code);
}
