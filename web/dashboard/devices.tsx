import { useQuery } from '@tanstack/react-query';

import { anyReply, call } from '../lib/api.ts';
import { formatDate } from '../lib/format-date.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { devicesQuery } from './devices-query.ts';

/** The browsers that are logged in, each with a way to log it out. */
export function Devices() {
  const { data, isError } = useQuery(devicesQuery);
  const { isPending, failure, submit } = useSubmit(
    async (id: string) => {
      await call('/api/user/sessions/end', { method: 'POST', body: { id }, reads: anyReply });
      await queryClient.invalidateQueries(devicesQuery);
    },
    { title: '', fallback: 'That device was not logged out' },
  );
  if (isError) return <Alert>We couldn't load your devices. Close this list and open it again.</Alert>;
  if (data === undefined) return <Spinner label="Loading your devices…" className="py-4" />;
  const others = data.sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <div className="mt-4 space-y-3">
      {failure && <Alert>{failure}</Alert>}
      <ul className="divide-y divide-hairline">
        {data.sessions.map(({ id, device, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <span>
              {device ?? 'Unknown device'}
              <span className="block text-sm text-muted">
                {isCurrent ? 'This device' : `Last used ${formatDate(lastSeenAt)}`}
              </span>
            </span>
            {!isCurrent && (
              <Button variant="secondary" isPending={isPending} onClick={() => void submit(id)}>
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="secondary" isPending={isPending} onClick={() => void submit('others')}>
          Log out all other devices
        </Button>
      )}
    </div>
  );
}
