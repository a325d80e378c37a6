import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import type { ResetPasswordBody } from '#contract/auth.ts';

import { anyReply, call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';

/** Comes while the form is being filled in. */
const loadSchema = async () => (await import('#contract/auth.ts')).ResetPasswordBody;

/** Step 2: the code from the mail, and the new password. */
export function ResetStep({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useSchemaForm<ResetPasswordBody>(loadSchema, { email, verificationCode: '', newPassword: '' });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const { isPending, submit } = useSubmit(async (body: ResetPasswordBody) => {
    try {
      await call('/api/reset-password', { method: 'POST', body: { ...body, email }, reads: anyReply });
      addToast({ title: 'Password reset', description: 'You can log in with your new password now.' });
      await navigate('/login');
    } catch (error) {
      addToast({ title: 'Error', description: sentenceOf(error, 'Failed to reset password'), tone: 'danger' });
    }
  });

  return (
    <Form action="/forgot-password" state={form.formState} onSubmit={form.handleSubmit(submit)}>
      <Field label="Email">{(aria) => <input {...aria} type="email" disabled defaultValue={email} />}</Field>
      <CodeField
        hint="The 6 digits from the mail."
        error={errors.verificationCode?.message}
        registration={form.register('verificationCode')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        registration={form.register('newPassword')}
      >
        <PasswordRules password={password} />
      </PasswordField>
      <Button type="submit" size="lg" isPending={isPending} className="w-full">
        {isPending ? 'Saving…' : 'Reset Password'}
      </Button>
    </Form>
  );
}
