import { useEffect } from 'react';

import { OperatorSignInBody } from '#contract/admin.ts';
import { AccountFrame } from '#web/account/account-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSchemaForm } from '#web/ui/forms/use-schema-form.ts';

import { gateCopy } from './gate-copy.ts';

const copy = gateCopy.operatorGate;

type OperatorGateProps = {
  readonly failure: string | null;
  readonly isPending: boolean;
  readonly onSignIn: (body: OperatorSignInBody) => Promise<void>;
  /** Switches back to the shared password. */
  readonly onBack: () => void;
};

/** The login for operators with a name, a password and an authenticator app. */
export function OperatorGate({ failure, isPending, onSignIn, onBack }: OperatorGateProps) {
  const form = useSchemaForm<OperatorSignInBody>(OperatorSignInBody, { name: '', password: '', code: '' });
  const { register, setFocus, resetField, formState } = form;
  const { errors } = formState;
  // The button that opened this screen had the focus and is gone.
  useEffect(() => {
    setFocus('name');
  }, [setFocus]);
  // A refused code cannot be used again.
  useEffect(() => {
    if (failure !== null) resetField('code');
  }, [failure, resetField]);

  return (
    <AccountFrame title={copy.admin} lead={<p>{copy.lead}</p>}>
      <Form
        action="/admin"
        state={formState}
        onSubmit={form.handleSubmit(onSignIn)}
        failure={failure ?? ''}
        isPending={isPending}
        actions={
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isPending}>
              {isPending ? copy.checking : copy.logIn}
            </Button>
            <Button variant="quiet" onClick={onBack}>
              {copy.adminPasswordInstead}
            </Button>
          </div>
        }
      >
        <Field label={copy.name} error={errors.name?.message}>
          {(aria) => (
            <input {...aria} autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('name')} />
          )}
        </Field>
        <PasswordField
          label={copy.password}
          autoComplete="current-password"
          error={errors.password?.message}
          registration={register('password')}
        />
        <CodeField hint={copy.codeHint} error={errors.code?.message} registration={register('code')} />
      </Form>
    </AccountFrame>
  );
}
