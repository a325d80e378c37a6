import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { anyReply, call } from '../lib/api.ts';
import { wordsOf } from '../lib/failure.ts';
import { useSession } from '../lib/session.tsx';
import { addToast } from '../lib/toast-store.ts';

/** Follows the link of the welcome email: proves the mailbox with the token in the address, and cleans the address. */
export function useEmailConfirmation(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const token = search.get('confirm_email');

  const confirm = useEffectEvent(async () => {
    void navigate('/dashboard', { replace: true });
    try {
      await call('/api/confirm-email', { method: 'POST', body: { token }, reads: anyReply });
      addToast({ title: 'Email Confirmed', description: 'Thanks, your email is confirmed.' });
      await refresh();
    } catch (error) {
      const description = wordsOf(error, "We couldn't confirm your email. Open the link in the email again.");
      addToast({ title: 'Email Not Confirmed', description, tone: 'danger' });
    }
  });
  useEffect(() => {
    if (token !== null) void confirm();
  }, [token]);
}
