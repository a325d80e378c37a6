import * as z from 'zod/mini';

import { PhoneDuplicateReply } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { call } from '../../lib/api.ts';
import { Refused } from '../../lib/failure.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { MaskedPhoneField } from '../../ui/masked-phone-field.tsx';
import { sendChangeCode, type SentCode } from './change-code.ts';

/** At least ten digits (spec, section 5, "Phone step"); the mask lets no more be typed. */
const PhoneFields = z.object({
  phoneNumber: z.string().check(z.refine((value) => nationalDigits(value).length >= 10, 'Phone number is required')),
});
type PhoneFields = z.infer<typeof PhoneFields>;

type PhoneStepProps = {
  readonly initial: string;
  readonly onSent: (code: SentCode) => void;
  readonly onCancel: () => void;
};

/** Step 1: the number. Whether another account has it is asked before a code is sent. */
export function PhoneStep({ initial, onSent, onCancel }: PhoneStepProps) {
  const form = useSchemaForm<PhoneFields>(PhoneFields, { phoneNumber: initial });
  const { isPending, failure, submit } = useSubmit(
    async (fields: PhoneFields) => {
      const phoneNumber = nationalDigits(fields.phoneNumber);
      await refuseDuplicate(phoneNumber);
      onSent(await sendChangeCode(phoneNumber));
    },
    { title: 'Failed to Send Code', fallback: 'Failed to send a code', setField: fieldSetter(form) },
  );

  return (
    <Form
      action="/dashboard"
      state={form.formState}
      onSubmit={form.handleSubmit(submit)}
      failure={failure}
      isPending={isPending}
      actions={
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending}>
            {isPending ? 'Sending…' : 'Send Code'}
          </Button>
        </DialogActions>
      }
    >
      <MaskedPhoneField
        label="Phone number"
        error={form.formState.errors.phoneNumber?.message}
        registration={form.register('phoneNumber')}
      />
    </Form>
  );
}

/** If the check itself fails, the flow continues: the server asks again (spec, section 8). @throws Refused */
async function refuseDuplicate(phoneNumber: string): Promise<void> {
  const found = await call('/api/check-phone-duplicate', {
    method: 'POST',
    body: { phoneNumber },
    reads: PhoneDuplicateReply,
  }).catch(() => null);
  if (!found?.isDuplicate) return;
  const { message } = found;
  throw new Refused({ title: 'Phone Number Already in Use', message, fields: { phoneNumber: message } });
}
