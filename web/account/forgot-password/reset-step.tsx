import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import type { ResetPasswordBody } from '#contract/auth.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';

import { anyReply, call } from '../../lib/api.ts';
import { atCodeField } from '../../lib/failure.ts';
import { addToast } from '../../lib/toast-store.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { ResendCode } from '../resend-code.tsx';
import { useResend } from '../use-resend.ts';
import { resetCodeWords, sendResetCode } from './send-reset-code.ts';

/** Comes while the form is being filled in. */
const loadSchema = async () => (await import('#contract/auth.ts')).ResetPasswordBody;

/** Step 2: the code from the mail, and the new password. */
export function ResetStep({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useSchemaForm<ResetPasswordBody>(loadSchema, { email, verificationCode: '', newPassword: '' });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const resend = useResend({
    ...resetCodeWords,
    initialSeconds: CODE_COOLDOWN_SECONDS,
    send: () => sendResetCode(email),
  });
  const { isPending, failure, submit } = useSubmit(
    async (body: ResetPasswordBody) => {
      await atCodeField('verificationCode', 'Error', () =>
        call('/api/reset-password', { method: 'POST', body: { ...body, email }, reads: anyReply }),
      );
      addToast({ title: 'Password reset', description: 'You can log in with your new password now.' });
      await navigate('/login');
    },
    { title: 'Error', fallback: 'Failed to reset password', setField: fieldSetter(form) },
  );

  return (
    <Form
      action="/forgot-password"
      state={form.formState}
      onSubmit={form.handleSubmit(submit)}
      failure={failure}
      isPending={isPending}
      actions={
        <Button type="submit" size="lg" isPending={isPending} className="w-full">
          {isPending ? 'Saving…' : 'Reset Password'}
        </Button>
      }
    >
      <Field label="Email">{(aria) => <input {...aria} type="email" disabled defaultValue={email} />}</Field>
      <CodeField
        hint="The 6 digits from the email."
        error={errors.verificationCode?.message}
        registration={form.register('verificationCode')}
      />
      <ResendCode
        secondsLeft={resend.secondsLeft}
        isPending={resend.isPending}
        failure={resend.failure}
        onResend={() => void resend.submit()}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        registration={form.register('newPassword')}
      >
        <PasswordRules password={password} />
      </PasswordField>
    </Form>
  );
}
