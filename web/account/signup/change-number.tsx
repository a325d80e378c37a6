import { useState } from 'react';

import { PhoneForm } from '#contract/auth.ts';

import type { FailureWords } from '../../lib/failure.ts';
import { formatWait } from '../../lib/format-wait.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';

type ChangeNumberProps = {
  readonly secondsLeft: number;
  readonly words: FailureWords;
  /** Sends the code to another number. Rejects where that does not work. */
  readonly onSend: (phoneNumber: string) => Promise<void>;
};

/** For who mistyped the number in the step before. */
export function ChangeNumber({ secondsLeft, words, onSend }: ChangeNumberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useSchemaForm<PhoneForm>(PhoneForm, { phoneNumber: '' });
  const { errors } = form.formState;
  const { isPending, failure, submit } = useSubmit(
    async ({ phoneNumber }: PhoneForm) => {
      await onSend(phoneNumber);
      setIsOpen(false);
    },
    { ...words, setField: fieldSetter(form) },
  );

  return (
    <div>
      <Button
        variant="quiet"
        className="-ml-4 hover:bg-transparent hover:underline"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Wrong number? Change it
      </Button>
      {isOpen && (
        <div className="mt-2 rounded-md border border-hairline bg-surface p-4">
          <Form
            action="/signup"
            state={form.formState}
            onSubmit={form.handleSubmit(submit)}
            failure={failure}
            isPending={isPending}
            actions={
              <Button type="submit" variant="secondary" isPending={isPending}>
                Send code to this number
              </Button>
            }
          >
            <PhoneField
              label="New phone number"
              hint={secondsLeft > 0 ? `You can send a new code in ${formatWait(secondsLeft)}.` : undefined}
              error={errors.phoneNumber?.message}
              registration={form.register('phoneNumber')}
            />
          </Form>
        </div>
      )}
    </div>
  );
}
