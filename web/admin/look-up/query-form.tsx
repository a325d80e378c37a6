import { useState, type FormEvent } from 'react';

import { ApiError } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { customerCopy } from '../customer-copy.ts';

const copy = customerCopy.queryForm;

type QueryFormProps = {
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly isDanger?: boolean;
  /** Rejects with the message for the field. */
  readonly onSubmit: (text: string) => Promise<void>;
};

/** An error shown at the field with the caller's message, for outcomes that are not server failures. */
export function refused(message: string): Refused {
  return new Refused({ title: '', message, fields: { [FIELD]: message } });
}

const FIELD = 'query';

/** A form with one field and one button; errors are shown at the field. */
export function QueryForm({ label, hint, button, isDanger = false, onSubmit }: QueryFormProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { isPending, failure, submit } = useSubmit(
    async () => {
      setFault(undefined);
      await onSubmit(text.trim()).catch((error: unknown) => {
        // 400 and 404 concern the typed value.
        const isTyped = error instanceof ApiError && [400, 404].includes(error.status);
        throw isTyped && error.sentence !== undefined ? refused(error.sentence) : error;
      });
    },
    {
      title: '',
      fallback: copy.failed,
      // There is only one field, so the server's field name does not matter.
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
