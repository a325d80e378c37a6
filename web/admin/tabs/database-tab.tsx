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
import { useAction } from '../use-action.ts';

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
        title="Fallback queue"
        corner={<Chip tone={enabled ? 'good' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</Chip>}
        className="md:row-span-2"
      >
        <p className="text-muted">
          {isEmpty
            ? 'Nothing waiting. All writes are saved.'
            : 'These operations were accepted while the database was away. They’ll be saved automatically when it’s back.'}
        </p>
        <div className="mt-3">
          <Facts
            facts={[
              ['Queue size', formatCount(queueSize)],
              ['Oldest operation', oldestOperation && formatMomentExactly(oldestOperation)],
              ['Newest operation', newestOperation && formatMomentExactly(newestOperation)],
            ]}
          />
        </div>
        <div className="mt-5">
          <SubmitArea failure={sync.failure} isPending={sync.isPending}>
            <Button disabled={isEmpty} isPending={sync.isPending} onClick={() => void sync.submit(undefined)}>
              {sync.isPending ? 'Syncing…' : 'Force Sync'}
            </Button>
          </SubmitArea>
        </div>
      </Card>
      <Card title="Operations by type">
        <Bars
          caption="Waiting operations by type"
          unit="Operations"
          rows={rowsOf(operationsByType, formatCode)}
          empty="None."
        />
      </Card>
      <Card title="Operations by table">
        <Bars
          caption="Waiting operations by table"
          unit="Operations"
          rows={rowsOf(operationsByTable, (table) => table)}
          empty="None."
        />
      </Card>
    </div>
  );
}

function useSync() {
  const { ask } = useAdmin();
  const copy = { title: adminCopy.syncErrorTitle, fallback: 'The queue could not be written.' };
  return useAction<void>(async () => {
    const { synced, remaining, message } = await ask('/api/admin/db-fallback/sync', { reads: SyncReply, body: {} });
    addToast({
      title: adminCopy.syncInitiated,
      description: `${message} ${formatCount(synced)} written, ${formatCount(remaining)} waiting.`,
    });
  }, copy);
}
