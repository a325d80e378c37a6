import * as z from 'zod/mini';

import { PhoneDuplicateReply } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { ApiError, call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
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
  const { isPending, submit } = useSubmit(async (fields: PhoneFields) => {
    const phoneNumber = nationalDigits(fields.phoneNumber);
    const refusal = (await duplicateRefusal(phoneNumber)) ?? (await sendCode(phoneNumber, onSent));
    if (!refusal) return;
    addToast({ ...refusal, tone: 'danger' });
    form.setError('phoneNumber', { message: refusal.description });
  });

  return (
    <Form action="/dashboard" state={form.formState} onSubmit={form.handleSubmit(submit)}>
      <MaskedPhoneField
        label="Phone number"
        error={form.formState.errors.phoneNumber?.message}
        registration={form.register('phoneNumber')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Sending…' : 'Send Code'}
        </Button>
      </DialogActions>
    </Form>
  );
}

type Refusal = { readonly title: string; readonly description: string };

/** If the check itself fails, the flow goes on: the server asks again (spec, section 8). */
async function duplicateRefusal(phoneNumber: string): Promise<Refusal | null> {
  const found = await call('/api/check-phone-duplicate', {
    method: 'POST',
    body: { phoneNumber },
    reads: PhoneDuplicateReply,
  }).catch(() => null);
  return found?.isDuplicate ? { title: 'Phone Number Already in Use', description: found.message } : null;
}

async function sendCode(phoneNumber: string, onSent: (code: SentCode) => void): Promise<Refusal | null> {
  try {
    onSent(await sendChangeCode(phoneNumber));
    return null;
  } catch (error) {
    const field = error instanceof ApiError ? error.fields['phoneNumber'] : undefined;
    const description = field ?? sentenceOf(error, 'Please try again in a moment.');
    return { title: 'Failed to Send Code', description };
  }
}
