import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { anyReply, call } from '#web/lib/api/call.ts';
import { messageOf } from '#web/lib/api/failure.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Patience } from '#web/ui/feedback/patience.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { fill } from '#web/ui/fill.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dashboardWords } from './dashboard-words.ts';

const words = dashboardWords.emailConfirmation;

/**
 * Handles the link in the welcome email: confirms the email with the token in the address, and removes it from there.
 */
export function useEmailConfirmation(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const token = search.get('confirm_email');

  const confirm = useEffectEvent(async () => {
    void navigate('/dashboard', { replace: true });
    try {
      await call('/api/confirm-email', { method: 'POST', body: { token }, reads: anyReply });
      addToast({ title: words.emailConfirmed, description: words.emailConfirmedText });
      await refresh();
    } catch (error) {
      const description = messageOf(error, words.emailNotConfirmedText);
      addToast({ title: words.emailNotConfirmed, description, tone: 'danger' });
    }
  });
  useEffect(() => {
    if (token !== null) void confirm();
  }, [token]);
}

/** Asks the user to confirm the email, and can send the link again. Nothing else depends on it. */
export function EmailNotice({ email }: { readonly email: string }) {
  const [isSent, setIsSent] = useState(false);
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      await call('/api/resend-email-link', { method: 'POST', body: {}, reads: anyReply });
      setIsSent(true);
    },
    { title: '', fallback: words.linkNotSent },
  );
  return (
    <div className="mt-6 rounded-lg bg-tint px-5 py-2 text-sm sm:px-7">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="pt-2 sm:pb-2">
          {fill(words.confirmEmail, { email: <strong className="wrap-anywhere">{email}</strong> })}
        </p>
        <Button
          variant="quiet"
          className="-mx-4 hover:bg-transparent hover:underline"
          isPending={isPending}
          onClick={() => void submit()}
        >
          {words.sendAgain}
        </Button>
      </div>
      <output className="block">{failure === '' && isSent && words.linkSent}</output>
      <Patience isPending={isPending} />
      {failure !== '' && <Alert>{failure}</Alert>}
    </div>
  );
}
