import { useState } from 'react';

import { CodeForm } from '#contract/auth.ts';
import { ConfirmPhoneChangeReply } from '#contract/phone.ts';

import { ResendCode } from '../../account/resend-code.tsx';
import { useCooldown } from '../../account/use-cooldown.ts';
import { ApiError, call, sentenceOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { addToast } from '../../lib/toast-store.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
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
  const resend = useResend(sent);

  const { isPending, submit } = useSubmit(async ({ code }: CodeForm) => {
    try {
      const body = { verificationCode: code };
      const { message } = await call('/api/cognito/confirm-phone-change', {
        method: 'POST',
        body,
        reads: ConfirmPhoneChangeReply,
      });
      addToast({ title: 'Phone Number Verified', description: message });
      await Promise.all([queryClient.invalidateQueries(phonesQuery), refresh()]);
      onDone();
    } catch (error) {
      const description = sentenceOf(error, 'Please check the code and try again.');
      addToast({ title: 'Verification Failed', description, tone: 'danger' });
      form.setError('code', { message: description });
    }
  });
  const send = form.handleSubmit(submit);

  return (
    <Form action="/dashboard" state={form.formState} onSubmit={send}>
      <CodeField
        error={form.formState.errors.code?.message}
        registration={form.register('code')}
        onComplete={() => void send()}
      />
      <ResendCode secondsLeft={resend.secondsLeft} isPending={resend.isPending} onResend={() => void resend.submit()} />
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Verifying…' : 'Verify'}
        </Button>
      </DialogActions>
    </Form>
  );
}

function useResend({ phoneNumber, reply }: SentCode) {
  const cooldown = useCooldown(reply.retryAfterSeconds);
  const [isPending, setIsPending] = useState(false);

  async function submit(): Promise<void> {
    setIsPending(true);
    try {
      const { message, retryAfterSeconds } = (await sendChangeCode(phoneNumber)).reply;
      cooldown.start(retryAfterSeconds);
      addToast({ title: 'Code sent', description: message });
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) cooldown.start(error.retryAfterSeconds);
      const description = sentenceOf(error, 'Please try again in a moment.');
      addToast({ title: 'Failed to Send Code', description, tone: 'danger' });
    } finally {
      setIsPending(false);
    }
  }
  return { secondsLeft: cooldown.secondsLeft, isPending, submit };
}
