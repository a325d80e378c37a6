import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { DoneReply } from '#contract/user.ts';
import { call } from '#web/lib/api/call.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

/**
 * Handles the link in the email about a phone change: a button restores the old number. It needs a click, because email
 * clients open links automatically.
 */
export function UndoPhoneChange() {
  const [search] = useSearchParams();
  // The prerendered HTML has no query string.
  const token = useHydrated() ? search.get('undo_phone') : null;
  const [done, setDone] = useState<string>();
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      const { message } = await call('/api/undo-phone-change', { method: 'POST', body: { token }, reads: DoneReply });
      setDone(message);
    },
    { title: '', fallback: 'The change was not undone' },
  );
  if (token === null) return null;
  return (
    <div className="mb-6 space-y-4">
      {done === undefined ? (
        <>
          <p>The phone number of your account was changed. If that wasn't you, bring the old one back first:</p>
          <SubmitArea failure={failure} isPending={isPending}>
            <Button isPending={isPending} onClick={() => void submit()}>
              {isPending ? 'Undoing…' : 'Bring my old number back'}
            </Button>
          </SubmitArea>
        </>
      ) : (
        <Note>{done}</Note>
      )}
    </div>
  );
}
