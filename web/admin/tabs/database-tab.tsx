import { adminWords } from '#contract/admin-words.ts';
import { SyncReply, type DbFallbackView } from '#contract/admin.ts';

import { addToast } from '../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';
import { useAdmin } from '../admin-calls.ts';
import { Bars, rowsOf } from '../bars.tsx';
import { Facts } from '../facts.tsx';
import { formatCode, formatCount, formatMomentExactly } from '../format.ts';
import { Monitored } from '../monitored.tsx';
import { useAction } from '../use-action.ts';

/** What waits to be written since the database was away. */
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
            ? 'Nothing waits: the database has taken every write.'
            : 'These operations were accepted while the database was away. They are written by themselves once it is back.'}
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
  const words = { title: adminWords.syncErrorTitle, fallback: 'The queue could not be written.' };
  return useAction<void>(async () => {
    const { synced, remaining, message } = await ask('/api/admin/db-fallback/sync', { reads: SyncReply, body: {} });
    addToast({
      title: adminWords.syncInitiated,
      description: `${message} ${formatCount(synced)} written, ${formatCount(remaining)} waiting.`,
    });
  }, words);
}
