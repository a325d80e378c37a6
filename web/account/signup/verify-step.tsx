import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { accountCopy } from '#contract/account-copy.ts';
import { CodeForm, CodeSentReply, ConfirmRegistrationReply } from '#contract/auth.ts';
import type { TextedCodeCheckReply } from '#contract/phone.ts';
import { formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { atCodeField, Refused } from '#web/lib/api/failure.ts';
import { useSession } from '#web/lib/session.tsx';
import { withStorage } from '#web/lib/with-storage.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { fill } from '#web/ui/fill.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { accountPagesCopy } from '../account-copy.ts';
import { ResendCode } from '../resend-code.tsx';
import { signupCopy } from '../signup-copy.ts';
import { TextUs } from '../text-us.tsx';
import { useResend } from '../use-resend.ts';
import { ChangeNumber } from './change-number.tsx';
import type { NewAccount } from './new-account.ts';
import { clearPendingSignup, storePendingSignup, storeTextedCode } from './pending-signup.ts';

const copy = signupCopy.verifyStep;

/** Step 2 of the sign-up: the texted code. */
export function VerifyStep({ account }: { account: NewAccount }) {
  const { to, notSent, corrected, resend, sendTo } = useCodes(account);
  const { confirm, finishByText } = useConfirm(account);
  const area = useRef<HTMLDivElement>(null);
  // The code is all that is left to type, if there is one; after another number, its form is gone.
  useEffect(() => {
    if (to.isSent) area.current?.querySelector('input')?.focus();
  }, [to]);

  const { isHelper } = account;
  const hinted = notSent === null ? to.phoneNumber : corrected || to.phoneNumber;
  const byCode = (
    <CodeEntry
      key="code"
      hint={<CodeHint phoneNumber={hinted} isSent={notSent === null} isHelper={isHelper} />}
      onSend={confirm}
    />
  );
  const another = (
    <ResendCode
      key="another"
      secondsLeft={resend.secondsLeft}
      isPending={resend.isPending}
      failure={resend.failure}
      onResend={() => void resend.submit(corrected)}
    />
  );
  const byText = (
    // A code counts from one phone only: after another number, what was shown is wrong.
    <div key={`text ${corrected}`} className={notSent === null ? '' : 'mb-4'}>
      <TextUs
        readNumber={() => corrected}
        signIn
        isHelper={isHelper}
        isNeeded={notSent !== null}
        kept={corrected === '' ? account.textedCode : null}
        isRestored={account.isRestored}
        onShown={storeTextedCode}
        onVerified={finishByText}
      />
    </div>
  );
  return (
    <div ref={area} className="flex flex-col gap-2">
      {notSent !== null && (
        <div className="mb-2">
          <Alert>{notSent}</Alert>
        </div>
      )}
      {/* What works comes first; the keys keep what is shown and typed while it moves. */}
      {notSent === null ? [byCode, another, byText] : [byText, byCode, another]}
      <ChangeNumber secondsLeft={resend.secondsLeft} onSend={sendTo} />
    </div>
  );
}

/** The texted codes: the number they go to, and why none was sent. */
function useCodes(account: NewAccount) {
  const [to, setTo] = useState({ phoneNumber: account.phoneNumber, isSent: account.notSent === null });
  const [notSent, setNotSent] = useState(account.notSent);
  // The digits of a corrected number, also when no code could be texted to it; empty for the number on record.
  const [corrected, setCorrected] = useState('');
  const navigate = useNavigate();
  const resend = useResend<string>({
    ...accountPagesCopy.resendFailure,
    // The first code was sent with the account's creation.
    initialSeconds: account.retryAfterSeconds,
    async send(number) {
      const { retryAfterSeconds: seconds, alreadyVerified } = await sendCode(account.email, number);
      if (alreadyVerified) {
        clearPendingSignup();
        await navigate('/login');
        return seconds;
      }
      setNotSent(null);
      const phoneNumber = number || to.phoneNumber;
      storePendingSignup({ ...account, phoneNumber, notSent: null, retryAfterSeconds: seconds });
      if (number !== '') setTo({ phoneNumber: number, isSent: true });
      return seconds;
    },
  });

  async function sendTo(phoneNumber: string): Promise<void> {
    const number = nationalDigits(phoneNumber);
    try {
      await resend.sendNow(number);
    } catch (error) {
      // A number that was itself refused cannot text us either.
      if (!(error instanceof ApiError && error.fields['phoneNumber'])) setCorrected(number);
      throw error;
    }
    setCorrected(number);
  }
  return { to, notSent, corrected, resend, sendTo };
}

type CodeEntryProps = { readonly hint: ReactNode; readonly onSend: (form: CodeForm) => Promise<void> };

function CodeEntry({ hint, onSend }: CodeEntryProps) {
  const { formProps, field, isPending } = useSubmitForm<CodeForm>({
    schema: CodeForm,
    defaults: { code: '' },
    title: copy.verificationFailed,
    fallback: copy.codeNotChecked,
    send: onSend,
  });
  return (
    <div className="mb-2">
      <Form
        action="/signup"
        {...formProps}
        actions={
          <SubmitButton isPending={isPending} pending={copy.verifying}>
            {copy.verify}
          </SubmitButton>
        }
      >
        <CodeField hint={hint} {...field('code')} onComplete={() => void formProps.onSubmit()} />
      </Form>
    </div>
  );
}

/** Shows the number in any case: a mistyped one is the most common reason why no code comes. */
type CodeHintProps = { readonly phoneNumber: string; readonly isSent: boolean; readonly isHelper: boolean };

function CodeHint({ phoneNumber, isSent, isHelper }: CodeHintProps) {
  const number = <strong className="whitespace-nowrap text-ink">{formatUsPhone(phoneNumber)}</strong>;
  if (!isSent) return fill(isHelper ? copy.theirNumber : copy.yourNumber, { number });
  return fill(isHelper ? copy.textedCodeToThem : copy.textedCode, { number });
}

function useConfirm({ email, confirmationTicket }: NewAccount) {
  const { adopt } = useSession();
  const navigate = useNavigate();

  async function finish(reply: ConfirmRegistrationReply): Promise<void> {
    clearPendingSignup();
    storeAuthTokens(reply.authTokens);
    addToast({ title: copy.phoneVerified, description: copy.welcome(reply.user.name) });
    // Once signed in, the page's guard redirects.
    if (reply.loggedIn) adopt(reply.user);
    else await navigate('/login');
  }

  async function confirm({ code }: CodeForm): Promise<void> {
    const reply = await atCodeField('code', copy.verificationFailed, () =>
      call('/api/confirm-registration', {
        method: 'POST',
        body: { email, confirmationCode: code, password: confirmationTicket },
        reads: ConfirmRegistrationReply,
      }),
    );
    await finish(reply);
  }
  const finishByText = ({ confirmation }: TextedCodeCheckReply) => void (confirmation && finish(confirmation));
  return { confirm, finishByText };
}

/**
 * Sends a code, to another number unless that is empty.
 * @throws Refused when the page must begin again with the login, ApiError, TypeError
 */
async function sendCode(email: string, phoneNumber: string): Promise<CodeSentReply> {
  const body = { email, ...(phoneNumber && { phoneNumber }) };
  const reply = await call('/api/resend-confirmation', { method: 'POST', body, reads: CodeSentReply });
  // The proof of the password has expired: the number on record got the code, and this page can no longer confirm it.
  if (reply.phoneNumber === undefined && !reply.alreadyVerified) {
    throw new Refused({ title: accountPagesCopy.resendFailure.title, message: accountCopy.proofExpired });
  }
  const title = reply.alreadyVerified ? copy.phoneVerified : copy.codeSent;
  addToast({ title, description: reply.message });
  return reply;
}

const KEY = 'authTokens';

/**
 * Stores the tokens of a verified sign-up (docs/reference/specification.md#entities). They are opaque, short-lived, and
 * accepted by no endpoint, so nothing depends on them.
 */
function storeAuthTokens(tokens: Readonly<Record<string, string>>): void {
  withStorage(() => localStorage.setItem(KEY, JSON.stringify(tokens)));
}
