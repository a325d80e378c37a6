import { useState } from 'react';

import { anyReply, call, sentenceOf } from '../lib/api.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** Asks the owner of an account to confirm the email, and sends the link again. Nothing waits for it. */
export function EmailNotice({ email }: { readonly email: string }) {
  const [said, setSaid] = useState<string>();
  const { isPending, submit } = useSubmit(async () => {
    try {
      await call('/api/resend-email-link', { method: 'POST', body: {}, reads: anyReply });
      setSaid("We've emailed you a new link. It works for 7 days.");
    } catch (error) {
      setSaid(sentenceOf(error, "We couldn't send the link. Check your connection and try again."));
    }
  });
  return (
    <div className="mt-6">
      <Note>
        <p>
          Confirm your email: we sent a link to <strong className="wrap-anywhere">{email}</strong>.{' '}
          <Button variant="quiet" isPending={isPending} onClick={() => void submit(undefined)}>
            Send it again
          </Button>
        </p>
        <output className="block">{said}</output>
      </Note>
    </div>
  );
}
