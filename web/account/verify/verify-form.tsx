import * as z from 'zod/mini';

import { accountCopy } from '#contract/account-copy.ts';
import { codeInput } from '#contract/auth.ts';
import { verifyPhoneInput, VerifyPhoneReply } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';
import { call } from '#web/lib/api/call.ts';
import { atCodeField, Refused } from '#web/lib/api/failure.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fill } from '#web/ui/fill.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { PhoneField } from '#web/ui/forms/phone-field.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import { loginCopy } from '../login-copy.ts';
import type { PendingVerification } from '../pending-verification.ts';
import { ResendCode } from '../resend-code.tsx';
import { TextUs } from '../text-us.tsx';
import { orVerifiedByOther } from './or-verified-by-other.ts';
import { useSendCode } from './use-send-code.ts';

const copy = loginCopy.verifyForm;

const VerifyFields = z.object({ phoneNumber: verifyPhoneInput, code: codeInput });
type VerifyFields = z.infer<typeof VerifyFields>;

type VerifyFormProps = { readonly pending: PendingVerification; readonly onVerified: (message: string) => void };

/** The form for the phone number and the texted code. The code is requested when the page opens. */
export function VerifyForm({ pending, onVerified }: VerifyFormProps) {
  const { form, formProps, field, isPending } = useSubmitForm<VerifyFields>({
    schema: VerifyFields,
    defaults: { phoneNumber: '', code: '' },
    title: FAILED,
    fallback: copy.codeNotChecked,
    async send(fields) {
      onVerified(await confirmPhone(pending, fields));
    },
  });
  const isHelper = pending.isHelper === 'true';
  const sending = useSendCode(pending, {
    onNumber: (phoneNumber) => form.setValue('phoneNumber', phoneNumber),
    onVerified,
    readNumber: () => form.getValues('phoneNumber'),
    onRefused: (message) => form.setError('phoneNumber', { message }),
  });

  return (
    <>
      <Form
        action="/verify"
        {...formProps}
        actions={
          <SubmitButton isPending={isPending} pending={copy.verifying}>
            {copy.verify}
          </SubmitButton>
        }
      >
        {!pending.userId && <Alert>{fill(copy.lostSignUp, { link: <TextLink to="/login" /> })}</Alert>}
        <PhoneField
          label={isHelper ? copy.theirPhoneNumber : copy.phoneNumber}
          hint={isHelper ? copy.theirPhoneHint : copy.phoneHint}
          {...field('phoneNumber')}
        />
        <CodeField hint={copy.n6DigitsExpires10} {...field('code')} onComplete={() => void formProps.onSubmit()} />
      </Form>
      <OtherWays
        sending={sending}
        isHelper={isHelper}
        readNumber={() => form.getValues('phoneNumber')}
        onVerified={() => onVerified(accountCopy.confirmed)}
      />
    </>
  );
}

type OtherWaysProps = {
  readonly isHelper: boolean;
  readonly sending: ReturnType<typeof useSendCode>;
  readonly readNumber: () => string;
  readonly onVerified: () => void;
};

/** Alternatives if the code does not arrive: another code, or a text to us. */
function OtherWays({ sending, isHelper, readNumber, onVerified }: OtherWaysProps) {
  return (
    <div className="mt-4 space-y-2">
      <ResendCode
        secondsLeft={sending.secondsLeft}
        isPending={sending.isPending}
        failure={sending.failure}
        onResend={() => void sending.submit()}
      />
      <TextUs
        readNumber={() => nationalDigits(readNumber())}
        signIn={false}
        isHelper={isHelper}
        hasNumberField
        onVerified={onVerified}
      />
    </div>
  );
}

const FAILED = copy.verificationFailed;

/**
 * Submits the code.
 * @returns the server's message
 * @throws Refused, ApiError, TypeError (docs/reference/specification.md#errors)
 */
async function confirmPhone(
  { email, userId }: PendingVerification,
  { phoneNumber, code }: { readonly phoneNumber: string; readonly code: string },
): Promise<string> {
  if (!userId) {
    const message = copy.somethingMissing;
    throw new Refused({ title: FAILED, message });
  }
  const body = { email, userId, phoneNumber: nationalDigits(phoneNumber), code };
  const confirm = () => call('/api/verify/phone/confirm', { method: 'POST', body, reads: VerifyPhoneReply });
  return (await orVerifiedByOther(() => atCodeField('code', FAILED, confirm))).message;
}
