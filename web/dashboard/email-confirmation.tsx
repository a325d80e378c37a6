import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import type { User } from '#contract/user.ts';
import { anyReply, call } from '#web/lib/api/call.ts';
import { useSession } from '#web/lib/session.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SlowNotice } from '#web/ui/feedback/slow-notice.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { fill } from '#web/ui/fill.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { TextButton } from '#web/ui/text-button.tsx';

import { dashboardCopy } from './dashboard-copy.ts';

const copy = dashboardCopy.emailConfirmation;

/**
 * Handles the link in the welcome email: confirms the email with the token in the address, and removes it from there.
 * `failure` says why it was not confirmed, empty if nothing failed; `note` that there was nothing to confirm, and what
 * to do then.
 */
export function useEmailConfirmation({ email, isEmailProven }: User): EmailConfirmation {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const token = search.get('confirm_email');
  const [note, setNote] = useState('');

  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      try {
        await call('/api/confirm-email', { method: 'POST', body: { token }, reads: anyReply });
        await refresh();
      } catch (error) {
        if ((await refresh())?.isEmailProven !== true) throw error;
        // Refused alike: this account's link when it is opened again, and the link of another account.
        if (isEmailProven) {
          const description = copy.nothingToConfirmText(email);
          addToast({ title: copy.nothingToConfirm, description });
          setNote(description);
          return;
        }
      }
      addToast({ title: copy.emailConfirmed, description: copy.emailConfirmedText });
    },
    { title: copy.emailNotConfirmed, fallback: copy.emailNotConfirmedText },
  );
  const confirm = useEffectEvent(() => {
    void navigate('/dashboard', { replace: true });
    void submit();
  });
  useEffect(() => {
    if (token !== null) confirm();
  }, [token]);
  return { isPending, failure, note };
}

type EmailConfirmation = { readonly isPending: boolean; readonly failure: string; readonly note: string };

type EmailNoticeProps = {
  readonly email: string;
  /** What the link in the email came to. */
  readonly confirmation: EmailConfirmation;
};

/** Asks the user to confirm the email, says why its link failed, and can send it again. Nothing else depends on it. */
export function EmailNotice({ email, confirmation }: EmailNoticeProps) {
  const [isSent, setIsSent] = useState(false);
  const sending = useSubmit<void>(
    async () => {
      await call('/api/resend-email-link', { method: 'POST', body: {}, reads: anyReply });
      setIsSent(true);
    },
    { title: '', fallback: copy.linkNotSent },
  );
  const { isPending, submit } = sending;
  // A new link replaces the one that failed.
  const failure = sending.failure || (isSent ? '' : confirmation.failure);
  return (
    <div className="mt-6 rounded-lg bg-tint px-5 py-2 text-sm sm:px-7">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="pt-2 sm:pb-2">
          {fill(copy.confirmEmail, { email: <strong className="wrap-anywhere">{email}</strong> })}
        </p>
        <TextButton className="-mr-4" isPending={isPending} onClick={() => void submit()}>
          {copy.sendAgain}
        </TextButton>
      </div>
      <output className="block">{failure === '' && isSent && copy.linkSent}</output>
      <SlowNotice isPending={isPending || confirmation.isPending} />
      {failure !== '' && <Alert>{failure}</Alert>}
    </div>
  );
}
