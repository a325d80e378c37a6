import { useState } from 'react';

import { PhoneForm } from '#contract/auth.ts';
import { formatWait } from '#web/lib/format/format-wait.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PhoneField } from '#web/ui/forms/phone-field.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';
import { TextButton } from '#web/ui/text-button.tsx';

import { accountPagesCopy } from '../account-copy.ts';
import { signupCopy } from '../signup-copy.ts';

const copy = signupCopy.changeNumber;

type ChangeNumberProps = {
  readonly secondsLeft: number;
  /** Sends the code to another number. Rejects if that fails. */
  readonly onSend: (phoneNumber: string) => Promise<void>;
};

/** Corrects a number mistyped in the previous step. */
export function ChangeNumber({ secondsLeft, onSend }: ChangeNumberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { formProps, field, isPending } = useSubmitForm<PhoneForm>({
    schema: PhoneForm,
    defaults: { phoneNumber: '' },
    ...accountPagesCopy.resendFailure,
    async send({ phoneNumber }) {
      await onSend(phoneNumber);
      setIsOpen(false);
    },
  });

  return (
    <div>
      <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {copy.wrongNumber}
      </TextButton>
      {isOpen && (
        <div className="mt-2 rounded-md border border-hairline bg-surface p-4">
          <Form
            action="/signup"
            {...formProps}
            actions={
              <Button type="submit" variant="secondary" isPending={isPending}>
                {copy.textCodeToNumber}
              </Button>
            }
          >
            <PhoneField
              label={copy.newPhoneNumber}
              hint={secondsLeft > 0 ? copy.nextCodeIn(formatWait(secondsLeft)) : undefined}
              {...field('phoneNumber')}
            />
          </Form>
        </div>
      )}
    </div>
  );
}
