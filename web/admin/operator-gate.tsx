import { useEffect } from 'react';

import { OperatorSignInBody } from '#contract/admin.ts';
import { AccountFrame } from '#web/account/account-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSchemaForm } from '#web/ui/forms/use-schema-form.ts';

import { gateWords } from './gate-words.ts';

const words = gateWords.operatorGate;

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
    <AccountFrame title={words.admin} lead={<p>{words.lead}</p>}>
      <Form
        action="/admin"
        state={formState}
        onSubmit={form.handleSubmit(onSignIn)}
        failure={failure ?? ''}
        isPending={isPending}
        actions={
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isPending}>
              {isPending ? words.checking : words.logIn}
            </Button>
            <Button variant="quiet" onClick={onBack}>
              {words.adminPasswordInstead}
            </Button>
          </div>
        }
      >
        <Field label={words.name} error={errors.name?.message}>
          {(aria) => (
            <input {...aria} autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('name')} />
          )}
        </Field>
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          error={errors.password?.message}
          registration={register('password')}
        />
        <CodeField hint={words.codeHint} error={errors.code?.message} registration={register('code')} />
      </Form>
    </AccountFrame>
  );
}
