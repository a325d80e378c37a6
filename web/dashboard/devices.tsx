import { useQuery, queryOptions } from '@tanstack/react-query';

import { SessionsReply } from '#contract/sessions.ts';
import { anyReply, call } from '#web/lib/api/call.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { formatDate } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { useRemovedRow } from '#web/ui/use-removed-row.ts';

import { dashboardCopy } from './dashboard-copy.ts';

const copy = dashboardCopy.devices;

/** The list of logged-in browsers, each with a logout button. */
export function Devices() {
  const { data, isError } = useQuery(devicesQuery);
  const { area, expectRemoval } = useRemovedRow(data?.sessions);
  const { isPending, failure, submit } = useSubmit(
    async (id: string) => {
      try {
        await call('/api/user/sessions/end', { method: 'POST', body: { id }, reads: anyReply });
      } finally {
        // Also after a failure: the device may have been logged out elsewhere.
        expectRemoval();
        await queryClient.invalidateQueries(devicesQuery);
      }
    },
    { title: '', fallback: copy.logOutFailed },
  );
  if (data === undefined) {
    if (isError) return <Alert>{copy.devicesNotLoaded}</Alert>;
    return <Spinner label={copy.loadingDevices} className="py-4" />;
  }
  const others = data.sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <div ref={area} tabIndex={-1} className="mt-4 outline-none">
      <SubmitArea failure={failure || (isError ? copy.devicesNotLoaded : '')} isPending={isPending}>
        <ul className="divide-y divide-hairline">
          {data.sessions.map(({ id, device, lastSeenAt, isCurrent }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2">
              <span>
                {device ?? copy.unknownDevice}
                <span className="block text-sm text-muted">
                  {isCurrent ? copy.thisDevice : copy.lastUsed(formatDate(lastSeenAt))}
                </span>
              </span>
              {!isCurrent && (
                <Button variant="secondary" isPending={isPending} onClick={() => void submit(id)}>
                  {copy.logOut}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {others.length > 1 && (
          <Button variant="secondary" className="mt-3" isPending={isPending} onClick={() => void submit('others')}>
            {copy.logOutOthers}
          </Button>
        )}
      </SubmitArea>
    </div>
  );
}

/** The browsers that are logged in to the account, read each time the list is opened: other browsers change it. */
const devicesQuery = queryOptions({
  queryKey: ['/api/user/sessions'],
  queryFn: ({ signal }) => call('/api/user/sessions', { reads: SessionsReply, signal }),
  staleTime: 0,
});
