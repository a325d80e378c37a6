import { useState, type FormEvent } from 'react';

import { ApiError, sentenceOf } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

type QueryFormProps = {
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly isDanger?: boolean;
  /** Rejects with what goes under the field. */
  readonly onSubmit: (text: string) => Promise<void>;
};

/** Said when a form's answer is no failure of the server: under the field, in the caller's words. */
export class Refused extends Error {}

/** One field, one button, and what is wrong under the field. */
export function QueryForm({ label, hint, button, isDanger = false, onSubmit }: QueryFormProps) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const { isPending, submit } = useSubmit(async () => {
    setFailure(undefined);
    try {
      await onSubmit(text.trim());
    } catch (error) {
      setFailure(wordsOf(error));
    }
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    void submit(undefined);
  }
  return (
    <form method="post" action="/admin" onSubmit={send} className="space-y-4">
      <Field label={label} hint={hint} error={failure}>
        {(aria) => (
          <input
            {...aria}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" variant={isDanger ? 'danger' : 'secondary'} isPending={isPending}>
        {button}
      </Button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const [inField] = error instanceof ApiError ? Object.values(error.fields) : [];
  return inField ?? sentenceOf(error, 'The server could not be asked. Please try again.');
}
