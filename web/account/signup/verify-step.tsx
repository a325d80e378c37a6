import { useState } from 'react';
import { useNavigate } from 'react-router';

import { CodeForm, CodeSentReply, ConfirmRegistrationReply } from '#contract/auth.ts';
import type { TextedCodeCheckReply } from '#contract/phone.ts';
import { formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';

import { call } from '../../lib/api.ts';
import { atCodeField } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.tsx';
import { addToast } from '../../lib/toast-store.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { storeAuthTokens } from '../auth-tokens.ts';
import { ResendCode } from '../resend-code.tsx';
import { TextUs } from '../text-us.tsx';
import { useResend } from '../use-resend.ts';
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

/** What is said when another code could not be sent (spec, section 8). */
const resendWords = { title: 'Failed to resend code', fallback: 'Failed to resend code' } as const;

/** Step 2 of signing up: the code that came by text. */
export function VerifyStep({ account }: { account: NewAccount }) {
  const form = useSchemaForm<CodeForm>(CodeForm, { code: '' });
  const [phoneNumber, setPhoneNumber] = useState(account.phoneNumber);
  const [notSent, setNotSent] = useState(account.notSent);
  const confirm = useConfirm(account, fieldSetter(form));
  const resend = useResend<string | undefined>({
    ...resendWords,
    // The first code went out with the account.
    initialSeconds: account.retryAfterSeconds,
    async send(number) {
      const seconds = await sendCode(account.email, number);
      setNotSent(null);
      return seconds;
    },
  });
  const send = form.handleSubmit(confirm.submit);

  async function sendTo(number: string): Promise<void> {
    await resend.sendNow(nationalDigits(number));
    setPhoneNumber(number);
  }
  return (
    <>
      {notSent !== null && <Alert>{notSent}</Alert>}
      <Form
        action="/signup"
        state={form.formState}
        onSubmit={send}
        failure={confirm.failure}
        isPending={confirm.isPending}
        actions={
          <Button type="submit" size="lg" isPending={confirm.isPending} className="w-full">
            {confirm.isPending ? 'Verifying…' : 'Verify'}
          </Button>
        }
      >
        <CodeField
          hint={notSent === null && <CodeHint phoneNumber={phoneNumber} />}
          error={form.formState.errors.code?.message}
          registration={form.register('code')}
          onComplete={() => void send()}
        />
      </Form>
      <div className="mt-4 space-y-2">
        <ResendCode
          secondsLeft={resend.secondsLeft}
          isPending={resend.isPending}
          failure={resend.failure}
          onResend={() => void resend.submit(undefined)}
        />
        <TextUs readNumber={onRecord} signIn isNeeded={notSent !== null} onVerified={confirm.finishByText} />
        <ChangeNumber secondsLeft={resend.secondsLeft} words={resendWords} onSend={sendTo} />
      </div>
    </>
  );
}

function CodeHint({ phoneNumber }: { phoneNumber: string }) {
  return (
    <>
      We texted a 6-digit code to <strong className="text-ink">+1 {formatUsPhone(phoneNumber)}</strong>. It expires in
      10 minutes.
    </>
  );
}

/** The number that the account was made with, or that a code was last sent to. */
const onRecord = (): string => '';

function useConfirm({ email, confirmationTicket }: NewAccount, setField: (name: string, message: string) => boolean) {
  const { adopt } = useSession();
  const navigate = useNavigate();

  async function finish(reply: ConfirmRegistrationReply): Promise<void> {
    storeAuthTokens(reply.authTokens);
    addToast({ title: 'Phone verified', description: `Welcome, ${reply.user.name}.` });
    // Signed in, the page moves on without us: see its guard.
    if (reply.loggedIn) adopt(reply.user);
    else await navigate('/login');
  }

  const submission = useSubmit(
    async ({ code }: CodeForm) => {
      const reply = await atCodeField('code', 'Verification failed', () =>
        call('/api/confirm-registration', {
          method: 'POST',
          body: { email, confirmationCode: code, password: confirmationTicket },
          reads: ConfirmRegistrationReply,
        }),
      );
      await finish(reply);
    },
    { title: 'Verification failed', fallback: 'Your code could not be checked', setField },
  );
  const finishByText = ({ confirmation }: TextedCodeCheckReply) => void (confirmation && finish(confirmation));
  return { ...submission, finishByText };
}

/** Sends a code, to another number where one is given. @returns how many seconds to wait before the next */
async function sendCode(email: string, phoneNumber: string | undefined): Promise<number> {
  const body = { email, ...(phoneNumber && { phoneNumber }) };
  const reply = await call('/api/resend-confirmation', { method: 'POST', body, reads: CodeSentReply });
  addToast({ title: 'Code sent', description: reply.message });
  return reply.retryAfterSeconds;
}
