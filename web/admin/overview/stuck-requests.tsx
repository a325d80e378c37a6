import { useState } from 'react';

import { StuckRequests as StuckReply, StuckRequestMessage } from '#contract/admin-desk.ts';
import { DoneReply } from '#contract/user.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { useRemovedRow } from '#web/ui/use-removed-row.ts';

import { useAdmin, useAdminQuery } from '../admin-calls.ts';
import { Facts } from '../facts.tsx';
import { NotRead, NotRefreshed } from '../not-refreshed.tsx';
import { overviewCopy } from '../overview-copy.ts';
import { useAction } from '../use-action.ts';

const copy = overviewCopy.stuckRequests;

type Stuck = StuckReply['requests'][number];

/**
 * Support emails that cannot be delivered: an operator can read them, and discard refused ones. The overview removes
 * this card with the last one.
 */
export function StuckRequests({ onDiscarded }: { onDiscarded: () => void }) {
  const query = useAdminQuery(['stuck-requests'], '/api/admin/support-requests', StuckReply);
  const { data, isError } = query;
  const { area, expectRemoval } = useRemovedRow(data?.requests);
  if (!data) return <NotRead isError={isError} label={copy.loading} />;
  return (
    <Card title={copy.title}>
      <NotRefreshed query={query} />
      <p className="text-sm text-muted">
        {data.requests.some(({ isRefused }) => isRefused) ? copy.about : copy.aboutHeldUp}
      </p>
      <div ref={area} tabIndex={-1} className="mt-2 outline-none">
        <ul className="divide-y divide-hairline">
          {data.requests.map((request) => (
            <StuckRow
              key={request.id}
              request={request}
              onDiscarded={() => {
                expectRemoval();
                onDiscarded();
              }}
            />
          ))}
        </ul>
      </div>
    </Card>
  );
}

type StuckRowProps = { readonly request: Stuck; readonly onDiscarded: () => void };

function StuckRow({ request: { id, kind, at, lastError, isRefused }, onDiscarded }: StuckRowProps) {
  const { ask } = useAdmin();
  const [message, setMessage] = useState<StuckRequestMessage | null>(null);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { submit, isPending, failure } = useSubmit<void>(
    async () => {
      setMessage(await ask(`/api/admin/support-requests/${id}/read`, { reads: StuckRequestMessage, body: {} }));
    },
    { title: copy.notRead, fallback: copy.couldNotRead },
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{copy.kinds[kind]}</p>
        <p className="text-sm text-muted">{copy.received(formatMoment(at), lastError)}</p>
      </div>
      <SubmitArea failure={failure} isPending={isPending}>
        <div className="flex gap-3">
          <Button variant="secondary" isPending={isPending} onClick={() => void submit()}>
            {isPending ? copy.reading : copy.read}
          </Button>
          {isRefused && (
            <Button variant="danger" onClick={() => setIsDiscarding(true)}>
              {copy.discard}
            </Button>
          )}
        </div>
      </SubmitArea>
      {message && <MessageDialog message={message} onClose={() => setMessage(null)} />}
      {isDiscarding && <DiscardDialog id={id} onDiscarded={onDiscarded} onClose={() => setIsDiscarding(false)} />}
    </li>
  );
}

/** The message, kept only while the dialog is open. */
function MessageDialog({ message, onClose }: { message: StuckRequestMessage; onClose: () => void }) {
  const { subject, from, facts, files } = message;
  const sender = from.name === '' ? from.address : `${from.name} <${from.address}>`;
  const rows = [
    { name: copy.from, value: sender },
    ...facts,
    ...(files.length === 0 ? [] : [{ name: copy.files, value: files.join(', ') }]),
  ];
  return (
    <Dialog title={subject} onClose={onClose}>
      <Facts facts={rows.map(({ name, value }) => [name, value])} />
      <p className="mt-5 wrap-anywhere whitespace-pre-wrap">{message.message || copy.noMessage}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type DiscardDialogProps = { readonly id: string; readonly onDiscarded: () => void; readonly onClose: () => void };

function DiscardDialog({ id, onDiscarded, onClose }: DiscardDialogProps) {
  const { ask } = useAdmin();
  const { submit, isPending, failure } = useAction<void>(
    async () => {
      const { message } = await ask(`/api/admin/support-requests/${id}/discard`, { reads: DoneReply, body: {} });
      addToast({ title: copy.discarded, description: message });
      onDiscarded();
      onClose();
    },
    { title: '', fallback: copy.couldNotDiscard },
  );
  return (
    <Dialog isAlert isLocked={isPending} title={copy.discardTitle} description={copy.discardAbout} onClose={onClose}>
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {copy.goBack}
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
            {isPending ? copy.discarding : copy.discard}
          </Button>
        </DialogActions>
      </SubmitArea>
    </Dialog>
  );
}
