import { adminCopy } from '#contract/admin-copy.ts';
import { SyncReply, type DbFallbackView } from '#contract/admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin } from '../admin-calls.ts';
import { Bars, rowsOf } from '../bars.tsx';
import { CardGrid } from '../card-grid.tsx';
import { Facts } from '../facts.tsx';
import { formatCode, formatCount, formatMomentExactly } from '../format.ts';
import { Monitored } from '../monitored.tsx';
import { systemCopy } from '../system-copy.ts';
import { useAction } from '../use-action.ts';

const copy = systemCopy.databaseTab;

/** Writes that wait since a database outage. */
export function DatabaseTab() {
  return <Monitored>{({ dbFallback }) => <FallbackQueue queue={dbFallback} />}</Monitored>;
}

function FallbackQueue({ queue }: { queue: DbFallbackView }) {
  const {
    enabled,
    queueSize,
    oldestOperation,
    newestOperation,
    operationsByType,
    operationsByTable,
    deadLetters = 0,
  } = queue;
  const sync = useSync();
  const isEmpty = queueSize === 0;
  return (
    <CardGrid>
      <Card
        title={copy.fallbackQueue}
        corner={<Chip tone={enabled ? 'good' : 'neutral'}>{enabled ? copy.enabled : copy.disabled}</Chip>}
        className="md:row-span-2"
      >
        {deadLetters > 0 && <p className="mb-3 text-danger">{copy.hasDeadLetters}</p>}
        {!isEmpty && <p className="text-muted">{copy.waiting}</p>}
        {isEmpty && deadLetters === 0 && <p className="text-muted">{copy.nothingWaiting}</p>}
        <div className="mt-3">
          <Facts
            facts={[
              [copy.queueSize, formatCount(queueSize)],
              [copy.oldestOperation, oldestOperation && formatMomentExactly(oldestOperation)],
              [copy.newestOperation, newestOperation && formatMomentExactly(newestOperation)],
              [copy.deadLetters, formatCount(deadLetters)],
            ]}
          />
        </div>
        <div className="mt-5">
          <SubmitArea failure={sync.failure} isPending={sync.isPending}>
            <Button disabled={isEmpty} isPending={sync.isPending} onClick={() => void sync.submit(undefined)}>
              {sync.isPending ? copy.syncing : copy.forceSync}
            </Button>
          </SubmitArea>
        </div>
      </Card>
      <Card title={copy.byType}>
        <Bars
          caption={copy.waitingByType}
          unit={copy.operations}
          rows={rowsOf(operationsByType, formatCode)}
          empty={copy.none}
        />
      </Card>
      <Card title={copy.byTable}>
        <Bars
          caption={copy.waitingByTable}
          unit={copy.operations}
          rows={rowsOf(operationsByTable, (table) => table)}
          empty={copy.none}
        />
      </Card>
    </CardGrid>
  );
}

function useSync() {
  const { ask } = useAdmin();
  const failure = { title: adminCopy.syncErrorTitle, fallback: copy.couldNotSync };
  return useAction<void>(async () => {
    const { synced, remaining, message } = await ask('/api/admin/db-fallback/sync', { reads: SyncReply, body: {} });
    addToast({
      title: adminCopy.syncInitiated,
      description: copy.synced(message, formatCount(synced), formatCount(remaining)),
    });
  }, failure);
}
