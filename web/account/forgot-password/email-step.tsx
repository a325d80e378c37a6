import { useLocation } from 'react-router';

import type { ForgotPasswordBody } from '#contract/auth.ts';
import { readString } from '#web/lib/api/call.ts';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { loginWords } from '../login-words.ts';
import { resetCodeCopy, sendResetCode } from './send-reset-code.ts';

const words = loginWords.emailStep;

/** Loaded while the form is being filled in. */
export const loadResetStep = () => import('./reset-step.tsx');
const loadSchema = async () => (await import('#contract/auth.ts')).ForgotPasswordBody;

/** Step 1: where to send the code. The reply is the same for unknown addresses. */
export function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const known = readEmail(useLocation().state);
  const { formProps, field, isPending } = useSubmitForm<ForgotPasswordBody>({
    schema: loadSchema,
    defaults: { email: known },
    ...resetCodeCopy,
    async send({ email }) {
      // First: no code is sent that the page could not take.
      await loadResetStep();
      await sendResetCode(email);
      onSent(email);
    },
  });

  return (
    <Form
      action="/forgot-password"
      {...formProps}
      actions={
        <SubmitButton isPending={isPending} pending={words.sending}>
          {words.sendResetCode}
        </SubmitButton>
      }
    >
      <TextField label={words.email} type="email" autoComplete="email" {...field('email')} />
    </Form>
  );
}

/** The email address passed by the previous page. */
function readEmail(state: unknown): string {
  return readString(state, 'email') ?? '';
}
