import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import type { ResetPasswordBody } from '#contract/auth.ts';
import { DoneReply } from '#contract/user.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import { call } from '#web/lib/api/call.ts';
import { atCodeField } from '#web/lib/api/failure.ts';
import { useSession } from '#web/lib/session.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { PASSWORD_RULES_ID, PasswordRules } from '#web/ui/forms/password-rules.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { loginCopy } from '../login-copy.ts';
import { ResendCode } from '../resend-code.tsx';
import { useResend } from '../use-resend.ts';
import { sendResetCode } from './send-reset-code.ts';

const copy = loginCopy.resetStep;

/** Loaded while the form is being filled in. */
const loadSchema = async () => (await import('#contract/auth.ts')).ResetPasswordBody;

/** Step 2: the emailed code and the new password. */
export function ResetStep({ email, isSent }: { email: string; isSent: boolean }) {
  const navigate = useNavigate();
  const { recheck } = useSession();
  const { form, formProps, field, isPending } = useSubmitForm<ResetPasswordBody>({
    schema: loadSchema,
    defaults: { email, verificationCode: '', newPassword: '' },
    title: copy.error,
    fallback: copy.resetFailed,
    async send(body) {
      const { message } = await atCodeField('verificationCode', copy.error, () =>
        call('/api/reset-password', { method: 'POST', body: { ...body, email }, reads: DoneReply }),
      );
      // A new password ends all sessions of its account: a page that still counts as logged in never shows the login.
      await recheck();
      // Also on the page, where it stays: the phone may have to be verified again.
      addToast({ title: copy.passwordReset, description: message });
      await navigate('/login', { state: { notice: message } });
    },
  });
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const resend = useResend({
    ...loginCopy.resetCodeFailure,
    initialSeconds: isSent ? CODE_COOLDOWN_SECONDS : 0,
    send: () => sendResetCode(email),
  });

  return (
    <Form
      action="/forgot-password"
      {...formProps}
      actions={
        <SubmitButton isPending={isPending} pending={copy.saving}>
          {copy.resetPassword}
        </SubmitButton>
      }
    >
      <Field label={copy.email}>{(aria) => <input {...aria} type="email" disabled defaultValue={email} />}</Field>
      <CodeField hint={copy.codeFromEmail} {...field('verificationCode')} />
      <ResendCode
        secondsLeft={resend.secondsLeft}
        isPending={resend.isPending}
        failure={resend.failure}
        onResend={() => void resend.submit()}
      />
      <PasswordField
        label={copy.newPassword}
        autoComplete="new-password"
        describedBy={PASSWORD_RULES_ID}
        {...field('newPassword')}
      >
        <PasswordRules password={password} />
      </PasswordField>
    </Form>
  );
}
