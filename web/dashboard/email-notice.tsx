import { useState } from 'react';

import { anyReply, call } from '../lib/api.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Patience } from '../ui/patience.tsx';

/** Asks the owner of an account to confirm the email, and sends the link again. Nothing waits for it. */
export function EmailNotice({ email }: { readonly email: string }) {
  const [isSent, setIsSent] = useState(false);
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      await call('/api/resend-email-link', { method: 'POST', body: {}, reads: anyReply });
      setIsSent(true);
    },
    { title: '', fallback: 'We couldn’t send the link' },
  );
  return (
    <div className="mt-6">
      <Note>
        <p>
          Confirm your email: we sent a link to <strong className="wrap-anywhere">{email}</strong>.{' '}
          <Button variant="quiet" isPending={isPending} onClick={() => void submit()}>
            Send it again
          </Button>
        </p>
        <output className="block">{failure || (isSent && "We've emailed you a new link. It works for 7 days.")}</output>
        <Patience isPending={isPending} />
        {failure !== '' && <Alert>{failure}</Alert>}
      </Note>
    </div>
  );
}
