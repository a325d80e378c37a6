import { useState } from 'react';

import { PhoneForm } from '#contract/auth.ts';

import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';

type ChangeNumberProps = {
  readonly secondsLeft: number;
  /** Sends the code to another number and says whether that worked. */
  readonly onSend: (phoneNumber: string) => Promise<boolean>;
};

/** For who mistyped the number in the step before. */
export function ChangeNumber({ secondsLeft, onSend }: ChangeNumberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useSchemaForm<PhoneForm>(PhoneForm, { phoneNumber: '' });
  const { errors } = form.formState;
  const { isPending, submit } = useSubmit(async ({ phoneNumber }: PhoneForm) => {
    if (await onSend(phoneNumber)) setIsOpen(false);
  });

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
          <Form action="/signup" state={form.formState} onSubmit={form.handleSubmit(submit)}>
            <PhoneField
              label="New phone number"
              hint={secondsLeft > 0 ? `A new code can be sent in ${secondsLeft} seconds.` : undefined}
              error={errors.phoneNumber?.message}
              registration={form.register('phoneNumber')}
            />
            <Button type="submit" variant="secondary" isPending={isPending}>
              Send code to this number
            </Button>
          </Form>
        </div>
      )}
    </div>
  );
}
