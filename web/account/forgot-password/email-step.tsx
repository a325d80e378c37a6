import { useLocation } from 'react-router';

import type { ForgotPasswordBody } from '#contract/auth.ts';

import { readString } from '../../lib/api.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { resetCodeWords, sendResetCode } from './send-reset-code.ts';

/** Comes while the form is being filled in. */
const loadSchema = async () => (await import('#contract/auth.ts')).ForgotPasswordBody;

/** Step 1: where to send the code. The answer is the same whether the address is known or not. */
export function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const known = readEmail(useLocation().state);
  const form = useSchemaForm<ForgotPasswordBody>(loadSchema, { email: known });
  const { errors } = form.formState;
  const { isPending, failure, submit } = useSubmit(
    async ({ email }: ForgotPasswordBody) => {
      await sendResetCode(email);
      onSent(email);
    },
    { ...resetCodeWords, setField: fieldSetter(form) },
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
          {isPending ? 'Sending…' : 'Send Reset Code'}
        </Button>
      }
    >
      <Field label="Email" error={errors.email?.message}>
        {(aria) => <input {...aria} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
    </Form>
  );
}

/** The address that the page before knows already. */
function readEmail(state: unknown): string {
  return readString(state, 'email') ?? '';
}
