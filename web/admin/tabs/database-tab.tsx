import { adminCopy } from '#contract/admin-copy.ts';
import { SyncReply, type DbFallbackView } from '#contract/admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin } from '../admin-calls.ts';
import { Bars, rowsOf } from '../bars.tsx';
import { Facts } from '../facts.tsx';
import { formatCode, formatCount, formatMomentExactly } from '../format.ts';
import { Monitored } from '../monitored.tsx';
import { systemWords } from '../system-words.ts';
import { useAction } from '../use-action.ts';

const words = systemWords.databaseTab;

/** Writes that wait since a database outage. */
export function DatabaseTab() {
  return <Monitored>{({ dbFallback }) => <FallbackQueue queue={dbFallback} />}</Monitored>;
}

function FallbackQueue({ queue }: { queue: DbFallbackView }) {
  const { enabled, queueSize, oldestOperation, newestOperation, operationsByType, operationsByTable } = queue;
  const sync = useSync();
  const isEmpty = queueSize === 0;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
      <Card
        title={words.fallbackQueue}
        corner={<Chip tone={enabled ? 'good' : 'neutral'}>{enabled ? words.enabled : words.disabled}</Chip>}
        className="md:row-span-2"
      >
        <p className="text-muted">{isEmpty ? words.nothingWaiting : words.waiting}</p>
        <div className="mt-3">
          <Facts
            facts={[
              [words.queueSize, formatCount(queueSize)],
              [words.oldestOperation, oldestOperation && formatMomentExactly(oldestOperation)],
              [words.newestOperation, newestOperation && formatMomentExactly(newestOperation)],
            ]}
          />
        </div>
        <div className="mt-5">
          <SubmitArea failure={sync.failure} isPending={sync.isPending}>
            <Button disabled={isEmpty} isPending={sync.isPending} onClick={() => void sync.submit(undefined)}>
              {sync.isPending ? words.syncing : words.forceSync}
            </Button>
          </SubmitArea>
        </div>
      </Card>
      <Card title={words.byType}>
        <Bars
          caption={words.waitingByType}
          unit={words.operations}
          rows={rowsOf(operationsByType, formatCode)}
          empty={words.none}
        />
      </Card>
      <Card title={words.byTable}>
        <Bars
          caption={words.waitingByTable}
          unit={words.operations}
          rows={rowsOf(operationsByTable, (table) => table)}
          empty={words.none}
        />
      </Card>
    </div>
  );
}

function useSync() {
  const { ask } = useAdmin();
  const copy = { title: adminCopy.syncErrorTitle, fallback: words.couldNotSync };
  return useAction<void>(async () => {
    const { synced, remaining, message } = await ask('/api/admin/db-fallback/sync', { reads: SyncReply, body: {} });
    addToast({
      title: adminCopy.syncInitiated,
      description: words.synced(message, formatCount(synced), formatCount(remaining)),
    });
  }, copy);
}
