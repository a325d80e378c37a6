import { useState, type FormEvent } from 'react';

import { ApiError } from '../../lib/api.ts';
import { Refused } from '../../lib/failure.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';

type QueryFormProps = {
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly isDanger?: boolean;
  /** Rejects with what goes under the field. */
  readonly onSubmit: (text: string) => Promise<void>;
};

/** Said when a form's answer is no failure of the server: under the field, in the caller's words. */
export function refused(message: string): Refused {
  return new Refused({ title: '', message, fields: { [FIELD]: message } });
}

const FIELD = 'query';

/** One field, one button, and what is wrong under the field. */
export function QueryForm({ label, hint, button, isDanger = false, onSubmit }: QueryFormProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { isPending, failure, submit } = useSubmit(
    async () => {
      setFault(undefined);
      await onSubmit(text.trim()).catch((error: unknown) => {
        // What the server does not know or cannot read is what was typed.
        const isTyped = error instanceof ApiError && [400, 404].includes(error.status);
        throw isTyped && error.sentence !== undefined ? refused(error.sentence) : error;
      });
    },
    {
      title: '',
      fallback: 'The server could not be asked',
      // There is one field only: whatever name the server gives it.
      setField(_name, message) {
        setFault(message);
        return true;
      },
    },
  );
  function send(event: FormEvent): void {
    event.preventDefault();
    void submit(undefined);
  }
  return (
    <form method="post" action="/admin" onSubmit={send} className="space-y-4">
      <Field label={label} hint={hint} error={fault}>
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
      <SubmitArea failure={failure} isPending={isPending}>
        <Button type="submit" variant={isDanger ? 'danger' : 'secondary'} isPending={isPending}>
          {button}
        </Button>
      </SubmitArea>
    </form>
  );
}
