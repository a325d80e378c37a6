import * as z from 'zod/mini';

import { accountWords } from '#contract/account-words.ts';
import { codeInput } from '#contract/auth.ts';
import { verifyPhoneInput } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { PendingVerification } from '../pending-verification.ts';
import { ResendCode } from '../resend-code.tsx';
import { TextUs } from '../text-us.tsx';
import { confirmPhone } from './confirm-phone.ts';
import { useSendCode } from './use-send-code.ts';

const VerifyFields = z.object({ phoneNumber: verifyPhoneInput, code: codeInput });
type VerifyFields = z.infer<typeof VerifyFields>;

type VerifyFormProps = { readonly pending: PendingVerification; readonly onVerified: (message: string) => void };

/** The phone and the code that was texted to it. The code is asked for as the page opens. */
export function VerifyForm({ pending, onVerified }: VerifyFormProps) {
  const form = useSchemaForm<VerifyFields>(VerifyFields, { phoneNumber: '', code: '' });
  const { errors } = form.formState;
  const sending = useSendCode(pending, {
    onNumber: (phoneNumber) => form.setValue('phoneNumber', phoneNumber),
    onVerified,
    readNumber: () => form.getValues('phoneNumber'),
  });

  const { isPending, failure, submit } = useSubmit(
    async (fields: VerifyFields) => onVerified(await confirmPhone(pending, fields)),
    { title: 'Verification Failed', fallback: 'Your code could not be checked', setField: fieldSetter(form) },
  );
  const send = form.handleSubmit(submit);

  return (
    <>
      <Form
        action="/verify"
        state={form.formState}
        onSubmit={send}
        failure={failure}
        isPending={isPending}
        actions={
          <Button type="submit" size="lg" isPending={isPending} className="w-full">
            {isPending ? 'Verifying…' : 'Verify'}
          </Button>
        }
      >
        {!pending.userId && (
          <Alert>
            We do not know yet whose phone this is. Please <TextLink to="/login">log in</TextLink> again to verify it.
          </Alert>
        )}
        <PhoneField
          label="Phone number"
          hint="The phone from which you will text. Mistyped it? Correct it, then ask for a new code."
          error={errors.phoneNumber?.message}
          registration={form.register('phoneNumber')}
        />
        <CodeField
          hint="6 digits, good for 10 minutes."
          error={errors.code?.message}
          registration={form.register('code')}
          onComplete={() => void send()}
        />
      </Form>
      <OtherWays
        sending={sending}
        readNumber={() => form.getValues('phoneNumber')}
        onVerified={() => onVerified(accountWords.confirmed)}
      />
    </>
  );
}

type OtherWaysProps = {
  readonly sending: ReturnType<typeof useSendCode>;
  readonly readNumber: () => string;
  readonly onVerified: () => void;
};

/** What there is when the code does not come: another one, or a text to us. */
function OtherWays({ sending, readNumber, onVerified }: OtherWaysProps) {
  return (
    <div className="mt-4 space-y-2">
      <ResendCode
        secondsLeft={sending.secondsLeft}
        isPending={sending.isPending}
        failure={sending.failure}
        onResend={() => void sending.submit()}
      />
      <TextUs readNumber={() => nationalDigits(readNumber())} signIn={false} onVerified={onVerified} />
    </div>
  );
}
