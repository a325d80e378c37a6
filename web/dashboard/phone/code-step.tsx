import { CodeForm } from '#contract/auth.ts';
import { ConfirmPhoneChangeReply } from '#contract/phone.ts';

import { ResendCode } from '../../account/resend-code.tsx';
import { useResend } from '../../account/use-resend.ts';
import { call } from '../../lib/api.ts';
import { atCodeField } from '../../lib/failure.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { addToast } from '../../lib/toast-store.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { phonesQuery } from '../phones-query.ts';
import { sendChangeCode, type SentCode } from './change-code.ts';

type CodeStepProps = { readonly sent: SentCode; readonly onBack: () => void; readonly onDone: () => void };

/** Step 2: the code. Afterwards the page shows the new number everywhere. */
export function CodeStep({ sent, onBack, onDone }: CodeStepProps) {
  const form = useSchemaForm<CodeForm>(CodeForm, { code: '' });
  const { refresh } = useSession();
  const resend = useResend({
    title: 'Failed to Send Code',
    fallback: 'Failed to send a code',
    initialSeconds: sent.reply.retryAfterSeconds,
    send: () => sendAgain(sent.phoneNumber),
  });
  const { isPending, failure, submit } = useSubmit(
    async ({ code }: CodeForm) => {
      const { message } = await atCodeField('code', 'Verification Failed', () =>
        call('/api/cognito/confirm-phone-change', {
          method: 'POST',
          body: { verificationCode: code },
          reads: ConfirmPhoneChangeReply,
        }),
      );
      addToast({ title: 'Phone Number Verified', description: message });
      await Promise.all([queryClient.invalidateQueries(phonesQuery), refresh()]);
      onDone();
    },
    { title: 'Verification Failed', fallback: 'Your code could not be checked', setField: fieldSetter(form) },
  );
  const send = form.handleSubmit(submit);

  return (
    <Form
      action="/dashboard"
      state={form.formState}
      onSubmit={send}
      failure={failure}
      isPending={isPending}
      actions={
        <DialogActions>
          <Button variant="secondary" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" isPending={isPending}>
            {isPending ? 'Verifying…' : 'Verify'}
          </Button>
        </DialogActions>
      }
    >
      <CodeField
        error={form.formState.errors.code?.message}
        registration={form.register('code')}
        onComplete={() => void send()}
      />
      <ResendCode
        secondsLeft={resend.secondsLeft}
        isPending={resend.isPending}
        failure={resend.failure}
        onResend={() => void resend.submit()}
      />
    </Form>
  );
}

/** @returns how many seconds to wait before the next */
async function sendAgain(phoneNumber: string): Promise<number> {
  const { message, retryAfterSeconds } = (await sendChangeCode(phoneNumber)).reply;
  addToast({ title: 'Code sent', description: message });
  return retryAfterSeconds;
}
