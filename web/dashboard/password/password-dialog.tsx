import { ConfirmPasswordBody } from '#contract/sessions.ts';
import { anyReply, call } from '#web/lib/api/call.ts';
import { useSession } from '#web/lib/session.tsx';
import { Dialog, DialogFormActions } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import { dialogCopy } from '../dialog-copy.ts';

const copy = dialogCopy.passwordDialog;

type PasswordDialogProps = { readonly onProven: () => void; readonly onClose: () => void };

/** Asks for the password again before a sensitive action, and leads to a new one if it is forgotten. */
export function PasswordDialog({ onProven, onClose }: PasswordDialogProps) {
  const { session } = useSession();
  const { formProps, field, isPending } = useSubmitForm<ConfirmPasswordBody>({
    schema: ConfirmPasswordBody,
    defaults: { password: '' },
    title: '',
    fallback: copy.passwordNotChecked,
    async send(body) {
      await call('/api/confirm-password', { method: 'POST', body, reads: anyReply });
      onProven();
    },
  });
  return (
    <Dialog title={copy.enterPassword} description={copy.confirmItsYou} onClose={onClose}>
      <Form
        action="/dashboard"
        {...formProps}
        actions={
          <DialogFormActions isPending={isPending} pending={copy.checking} submit={copy.continue} onCancel={onClose} />
        }
      >
        <PasswordField label={copy.password} autoComplete="current-password" {...field('password')} />
        {session.status === 'signed-in' && (
          <p>
            <TextLink to="/forgot-password" replace state={{ email: session.user.email }} onClick={onClose}>
              {copy.forgotPassword}
            </TextLink>
          </p>
        )}
      </Form>
    </Dialog>
  );
}
