import type { ForgotPasswordBody } from '#contract/auth.ts';

import { anyReply, call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** Comes while the form is being filled in. */
const loadSchema = async () => (await import('#contract/auth.ts')).ForgotPasswordBody;

/** Step 1: where to send the code. The answer is the same whether the address is known or not. */
export function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const form = useSchemaForm<ForgotPasswordBody>(loadSchema, { email: '' });
  const { errors } = form.formState;
  const { isPending, submit } = useSubmit(async (body: ForgotPasswordBody) => {
    try {
      await call('/api/forgot-password', { method: 'POST', body, reads: anyReply });
      addToast({ title: 'Reset code sent', description: 'Please check your email.' });
      onSent(body.email);
    } catch (error) {
      addToast({ title: 'Error', description: sentenceOf(error, 'Failed to send reset code'), tone: 'danger' });
    }
  });

  return (
    <Form action="/forgot-password" state={form.formState} onSubmit={form.handleSubmit(submit)}>
      <Field label="Email" error={errors.email?.message}>
        {(aria) => <input {...aria} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <Button type="submit" size="lg" isPending={isPending} className="w-full">
        {isPending ? 'Sending…' : 'Send Reset Code'}
      </Button>
    </Form>
  );
}
