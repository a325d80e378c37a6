import { useLocation } from 'react-router';

import type { ForgotPasswordBody } from '#contract/auth.ts';
import { readString } from '#web/lib/api/call.ts';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';
import { TextButton } from '#web/ui/text-button.tsx';

import { loginCopy } from '../login-copy.ts';
import { sendResetCode } from './send-reset-code.ts';

const copy = loginCopy.emailStep;

/** Loaded while the form is being filled in. */
export const loadResetStep = () => import('./reset-step.tsx');
const loadSchema = async () => (await import('#contract/auth.ts')).ForgotPasswordBody;

type EmailStepProps = {
  readonly onSent: (email: string) => void;
  /** The code was sent before: none is sent now, which would end it. */
  readonly onHasCode: (email: string) => void;
};

/** Step 1: where to send the code. The reply is the same for unknown addresses. */
export function EmailStep({ onSent, onHasCode }: EmailStepProps) {
  const known = readEmail(useLocation().state);
  const { form, formProps, field, isPending } = useSubmitForm<ForgotPasswordBody>({
    schema: loadSchema,
    defaults: { email: known },
    ...loginCopy.resetCodeFailure,
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
        <>
          <SubmitButton isPending={isPending} pending={copy.sending}>
            {copy.sendResetCode}
          </SubmitButton>
          <TextButton className="mt-2" onClick={() => void form.handleSubmit((values) => onHasCode(values.email))()}>
            {copy.haveCode}
          </TextButton>
        </>
      }
    >
      <TextField label={copy.email} type="email" autoComplete="email" {...field('email')} />
    </Form>
  );
}

/** The email address passed by the previous page. */
function readEmail(state: unknown): string {
  return readString(state, 'email') ?? '';
}
