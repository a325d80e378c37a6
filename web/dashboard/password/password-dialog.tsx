import { ConfirmPasswordBody } from '#contract/sessions.ts';
import { anyReply, call } from '#web/lib/api/call.ts';
import { Dialog, DialogFormActions } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

type PasswordDialogProps = { readonly onProven: () => void; readonly onClose: () => void };

/** Asks for the password again before a sensitive action. */
export function PasswordDialog({ onProven, onClose }: PasswordDialogProps) {
  const { formProps, field, isPending } = useSubmitForm<ConfirmPasswordBody>({
    schema: ConfirmPasswordBody,
    defaults: { password: '' },
    title: '',
    fallback: 'We couldn’t check your password',
    async send(body) {
      await call('/api/confirm-password', { method: 'POST', body, reads: anyReply });
      onProven();
    },
  });
  return (
    <Dialog title="Enter your password" description="It's been a while. Please confirm it's you." onClose={onClose}>
      <Form
        action="/dashboard"
        {...formProps}
        actions={<DialogFormActions isPending={isPending} pending="Checking…" submit="Continue" onCancel={onClose} />}
      >
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      </Form>
    </Dialog>
  );
}
