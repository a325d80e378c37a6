import { useRef, type ComponentProps } from 'react';
import * as z from 'zod/mini';

import { PhoneDuplicateReply } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';
import { call } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';
import { DialogFormActions } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PhoneField } from '#web/ui/forms/phone-field.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { dialogCopy } from '../dialog-copy.ts';
import { sendChangeCode } from './change-code.ts';
import { readKeptChange, type SentCode } from './kept-change.ts';
import { maskPhone } from './mask-phone.ts';

const copy = dialogCopy.phoneStep;

/** At least ten digits (docs/reference/specification.md#phone-fields); the mask prevents more. */
const PhoneFields = z.object({
  phoneNumber: z.string().check(z.refine((value) => nationalDigits(value).length >= 10, copy.numberRequired)),
});
type PhoneFields = z.infer<typeof PhoneFields>;

type PhoneStepProps = {
  readonly initial: string;
  readonly onSent: (code: SentCode) => void;
  readonly onCancel: () => void;
};

/** Step 1: the number. Checks whether another account uses it before a code is sent. */
export function PhoneStep({ initial, onSent, onCancel }: PhoneStepProps) {
  const { formProps, field, isPending } = useSubmitForm<PhoneFields>({
    schema: PhoneFields,
    defaults: { phoneNumber: initial },
    ...dialogCopy.sendCodeFailure,
    async send(fields) {
      const phoneNumber = nationalDigits(fields.phoneNumber);
      const kept = readKeptChange();
      // Its code is still valid, and another one would have to wait.
      if (kept?.phoneNumber === phoneNumber && kept.retryAfterSeconds > 0) return onSent(kept);
      await refuseDuplicate(phoneNumber);
      onSent(await sendChangeCode(phoneNumber));
    },
  });

  return (
    <Form
      action="/dashboard"
      {...formProps}
      actions={
        <DialogFormActions isPending={isPending} pending={copy.sending} submit={copy.sendCode} onCancel={onCancel} />
      }
    >
      <MaskedPhoneField label={copy.phoneNumber} {...field('phoneNumber')} />
    </Form>
  );
}

/**
 * If the check itself fails, continues: the server checks again (docs/reference/specification.md#errors).
 * @throws Refused
 */
async function refuseDuplicate(phoneNumber: string): Promise<void> {
  const found = await call('/api/check-phone-duplicate', {
    method: 'POST',
    body: { phoneNumber },
    reads: PhoneDuplicateReply,
  }).catch(() => null);
  if (!found?.isDuplicate) return;
  const { message } = found;
  throw new Refused({ title: copy.numberInUse, message, fields: { phoneNumber: message } });
}

/** A phone field that formats its value as (212) 555-0142. */
function MaskedPhoneField(props: Omit<ComponentProps<typeof PhoneField>, 'tidy'>) {
  const before = useRef('');

  function mask(input: HTMLInputElement): void {
    const { text, caret } = maskPhone(input.value, input.selectionStart ?? input.value.length, before.current);
    before.current = text;
    input.value = text;
    input.setSelectionRange(caret, caret);
  }

  return <PhoneField {...props} tidy={mask} />;
}
