import { useState } from 'react';

import { DoneReply } from '#contract/user.ts';
import { call } from '#web/lib/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { loginCopy } from '../login-copy.ts';

const copy = loginCopy.undoPhoneChange;

/** What happened takes the place of the button that had the focus. */
function focus(note: HTMLElement | null): void {
  note?.focus();
}

/**
 * Handles the link in the email about a phone change: a button restores the old number. It needs a click, because email
 * clients open links automatically.
 * @param token of the link
 */
export function UndoPhoneChange({ token }: { token: string }) {
  const [done, setDone] = useState<string>();
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      const { message } = await call('/api/undo-phone-change', { method: 'POST', body: { token }, reads: DoneReply });
      setDone(message);
    },
    { title: '', fallback: copy.changeNotUndone },
  );
  return (
    <div className="mb-6 space-y-4 border-b border-hairline pb-6">
      {done === undefined ? (
        <>
          <p>{copy.numberWasChanged}</p>
          <SubmitArea failure={failure} isPending={isPending}>
            <Button isPending={isPending} onClick={() => void submit()}>
              {isPending ? copy.undoing : copy.bringNumberBack}
            </Button>
          </SubmitArea>
        </>
      ) : (
        <output ref={focus} tabIndex={-1} className="block outline-none">
          <Note>{done}</Note>
        </output>
      )}
    </div>
  );
}
