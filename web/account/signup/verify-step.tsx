import { useState } from 'react';
import { useNavigate } from 'react-router';

import { CodeForm, CodeSentReply, ConfirmRegistrationReply } from '#contract/auth.ts';
import { formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';

import { ApiError, call, sentenceOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { addToast } from '../../lib/toast-store.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { storeAuthTokens } from '../auth-tokens.ts';
import { ResendCode } from '../resend-code.tsx';
import { useCooldown } from '../use-cooldown.ts';
import { ChangeNumber } from './change-number.tsx';

export type NewAccount = {
  readonly email: string;
  readonly phoneNumber: string;
  /** Stands in for the password, once. */
  readonly confirmationTicket: string;
  /** Why no code went out, or null when one did. */
  readonly notSent: string | null;
  /** Until another code can be asked for. */
  readonly retryAfterSeconds: number;
};

/** Step 2 of signing up: the code that came by text. */
export function VerifyStep({ account }: { account: NewAccount }) {
  const form = useSchemaForm<CodeForm>(CodeForm, { code: '' });
  const [phoneNumber, setPhoneNumber] = useState(account.phoneNumber);
  const confirm = useConfirm(account, (message) => form.setError('code', { message }));
  const resend = useResend(account);
  const send = form.handleSubmit(confirm.submit);

  async function sendTo(number: string): Promise<boolean> {
    const isSent = await resend.submit(nationalDigits(number));
    if (isSent) setPhoneNumber(number);
    return isSent;
  }

  return (
    <>
      {account.notSent !== null && <Alert>{account.notSent}</Alert>}
      <Form action="/signup" state={form.formState} onSubmit={send}>
        <CodeField
          hint={
            <>
              We texted a 6-digit code to <strong className="text-ink">+1 {formatUsPhone(phoneNumber)}</strong>. It is
              good for 10 minutes.
            </>
          }
          error={form.formState.errors.code?.message}
          registration={form.register('code')}
          onComplete={() => void send()}
        />
        <Button type="submit" size="lg" isPending={confirm.isPending} className="w-full">
          {confirm.isPending ? 'Verifying…' : 'Verify'}
        </Button>
      </Form>
      <div className="mt-4 space-y-2">
        <ResendCode
          secondsLeft={resend.cooldown.secondsLeft}
          isPending={resend.isPending}
          onResend={() => void resend.submit()}
        />
        <ChangeNumber secondsLeft={resend.cooldown.secondsLeft} onSend={sendTo} />
      </div>
    </>
  );
}

function useConfirm({ email, confirmationTicket }: NewAccount, onWrong: (message: string) => void) {
  const { adopt } = useSession();
  const navigate = useNavigate();
  return useSubmit(async ({ code }: CodeForm) => {
    try {
      const reply = await call('/api/confirm-registration', {
        method: 'POST',
        body: { email, confirmationCode: code, password: confirmationTicket },
        reads: ConfirmRegistrationReply,
      });
      storeAuthTokens(reply.authTokens);
      addToast({ title: 'Phone verified', description: `Welcome, ${reply.user.name}.` });
      // Signed in, the page moves on by itself: see its guard.
      if (reply.loggedIn) adopt(reply.user);
      else await navigate('/login');
    } catch (error) {
      const message = sentenceOf(error, 'Please check the code and try again.');
      addToast({ title: 'Verification failed', description: message, tone: 'danger' });
      onWrong('This code was not accepted');
    }
  });
}

function useResend({ email, retryAfterSeconds }: NewAccount) {
  // The first code went out with the account.
  const cooldown = useCooldown(retryAfterSeconds);
  const [isPending, setIsPending] = useState(false);

  async function submit(phoneNumber?: string): Promise<boolean> {
    setIsPending(true);
    try {
      const body = { email, ...(phoneNumber && { phoneNumber }) };
      const reply = await call('/api/resend-confirmation', { method: 'POST', body, reads: CodeSentReply });
      cooldown.start(reply.retryAfterSeconds);
      addToast({ title: 'Code sent', description: reply.message });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) cooldown.start(error.retryAfterSeconds);
      addToast({
        title: 'Failed to resend code',
        description: sentenceOf(error, 'Please try again in a moment.'),
        tone: 'danger',
      });
      return false;
    } finally {
      setIsPending(false);
    }
  }
  return { cooldown, isPending, submit };
}
