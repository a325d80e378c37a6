import { ConfirmPasswordBody } from '#contract/sessions.ts';

import { anyReply, call } from '../../lib/api.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

type PasswordDialogProps = { readonly onProven: () => void; readonly onClose: () => void };

/** Asks for the password again before what matters most. */
export function PasswordDialog({ onProven, onClose }: PasswordDialogProps) {
  const form = useSchemaForm<ConfirmPasswordBody>(ConfirmPasswordBody, { password: '' });
  const { isPending, failure, submit } = useSubmit(
    async (body: ConfirmPasswordBody) => {
      await call('/api/confirm-password', { method: 'POST', body, reads: anyReply });
      onProven();
    },
    { title: '', fallback: 'We couldn’t check your password', setField: fieldSetter(form) },
  );
  return (
    <Dialog title="Enter your password" description="It's been a while. Please confirm it's you." onClose={onClose}>
      <Form
        action="/dashboard"
        state={form.formState}
        onSubmit={form.handleSubmit(submit)}
        failure={failure}
        isPending={isPending}
        actions={
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" isPending={isPending}>
              {isPending ? 'Checking…' : 'Continue'}
            </Button>
          </DialogActions>
        }
      >
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          registration={form.register('password')}
        />
      </Form>
    </Dialog>
  );
}
