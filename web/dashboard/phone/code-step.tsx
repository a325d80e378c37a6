import { CodeForm } from '#contract/auth.ts';
import { ConfirmPhoneChangeReply } from '#contract/phone.ts';
import { ResendCode } from '#web/account/resend-code.tsx';
import { useResend } from '#web/account/use-resend.ts';
import { call } from '#web/lib/api/call.ts';
import { atCodeField } from '#web/lib/api/failure.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { useSession } from '#web/lib/session.tsx';
import { DialogFormActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { dialogCopy } from '../dialog-copy.ts';
import { askStatusQuery, phonesQuery } from '../queries.ts';
import { sendChangeCode } from './change-code.ts';
import { dropKeptChange, type SentCode } from './kept-change.ts';

const copy = dialogCopy.codeStep;

type CodeStepProps = { readonly sent: SentCode; readonly onBack: () => void; readonly onDone: () => void };

/** Step 2: the code. Refreshes the number everywhere on the page afterwards. */
export function CodeStep({ sent, onBack, onDone }: CodeStepProps) {
  const { refresh } = useSession();
  const resend = useResend({
    ...dialogCopy.sendCodeFailure,
    initialSeconds: sent.retryAfterSeconds,
    send: () => sendAgain(sent.phoneNumber),
  });
  const { formProps, field, isPending } = useSubmitForm<CodeForm>({
    schema: CodeForm,
    defaults: { code: '' },
    title: copy.verificationFailed,
    fallback: copy.codeNotChecked,
    async send({ code }) {
      const { message } = await atCodeField('code', copy.verificationFailed, () =>
        call('/api/cognito/confirm-phone-change', {
          method: 'POST',
          body: { verificationCode: code },
          reads: ConfirmPhoneChangeReply,
        }),
      );
      dropKeptChange();
      addToast({ title: copy.phoneNumberVerified, description: message });
      await Promise.all([
        queryClient.invalidateQueries(phonesQuery),
        queryClient.invalidateQueries(askStatusQuery),
        refresh(),
      ]);
      onDone();
    },
  });

  return (
    <Form
      action="/dashboard"
      {...formProps}
      actions={
        <DialogFormActions
          isPending={isPending}
          pending={copy.verifying}
          submit={copy.verify}
          cancel={copy.back}
          onCancel={onBack}
        />
      }
    >
      <CodeField {...field('code')} onComplete={() => void formProps.onSubmit()} />
      <ResendCode
        secondsLeft={resend.secondsLeft}
        isPending={resend.isPending}
        failure={resend.failure}
        onResend={() => void resend.submit()}
      />
    </Form>
  );
}

/** @returns seconds to wait before the next code */
async function sendAgain(phoneNumber: string): Promise<number> {
  const { message, retryAfterSeconds } = await sendChangeCode(phoneNumber);
  addToast({ title: copy.codeSent, description: message });
  return retryAfterSeconds;
}
