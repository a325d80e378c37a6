import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { DoneReply } from '#contract/user.ts';

import { call } from '../../lib/api.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';

/**
 * Follows the link of the email about a phone change: one press brings the old number back. A press, because mail
 * programs open links by themselves.
 */
export function UndoPhoneChange() {
  const [search] = useSearchParams();
  // The built HTML knows no address.
  const token = useHydrated() ? search.get('undo_phone') : null;
  const [words, setWords] = useState<string>();
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      const { message } = await call('/api/undo-phone-change', { method: 'POST', body: { token }, reads: DoneReply });
      setWords(message);
    },
    { title: '', fallback: 'The change was not undone' },
  );
  if (token === null) return null;
  return (
    <div className="mb-6 space-y-4">
      {words === undefined ? (
        <>
          <p>The phone number of your account was changed. If that wasn't you, bring the old one back first:</p>
          <SubmitArea failure={failure} isPending={isPending}>
            <Button isPending={isPending} onClick={() => void submit()}>
              {isPending ? 'Undoing…' : 'Bring my old number back'}
            </Button>
          </SubmitArea>
        </>
      ) : (
        <Note>{words}</Note>
      )}
    </div>
  );
}
