import { useWatch, type UseFormReturn } from 'react-hook-form';

import type { SignupForm as SignupSchema } from '#contract/auth.ts';

import { addToast } from '../../lib/toast-store.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Consents } from './consents.tsx';
import { signupWords } from './signup-words.ts';
import type { NewAccount } from './verify-step.tsx';

const empty: SignupSchema = {
  name: '',
  email: '',
  password: '',
  confirmPassword: '',
  phoneNumber: '',
  consentToMessaging: false,
  consentToTerms: false,
};

/** Comes while the form is being filled in. */
export const loadCreateAccount = () => import('./create-account.ts');
const loadSchema = async () => (await import('#contract/auth.ts')).SignupForm;

/** Step 1 of signing up. Nothing that was typed is lost when the server says no. */
export function SignupForm({ onCreated }: { onCreated: (account: NewAccount) => void }) {
  const form = useSchemaForm<SignupSchema>(loadSchema, empty);
  const { errors } = form.formState;
  const { isPending, failure, submit } = useSubmit(
    async (values: SignupSchema) => {
      const { createAccount } = await loadCreateAccount();
      onCreated(await createAccount(values));
    },
    { ...signupWords, setField: fieldSetter(form) },
  );
  const send = form.handleSubmit(submit, ({ confirmPassword }) => {
    if (confirmPassword?.message === 'Passwords do not match') {
      addToast({ title: "Passwords don't match", description: 'Please type the same password twice.', tone: 'danger' });
    }
  });

  return (
    <Form
      action="/signup"
      state={form.formState}
      onSubmit={send}
      failure={failure}
      isPending={isPending}
      actions={
        <Button type="submit" size="lg" isPending={isPending} className="w-full">
          {isPending ? 'Creating your account…' : 'Create Account'}
        </Button>
      }
    >
      <Field label="Name" error={errors.name?.message}>
        {(aria) => <input {...aria} autoComplete="name" {...form.register('name')} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(aria) => <input {...aria} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <PasswordPair form={form} />
      <PhoneField
        label="Phone number"
        hint="The phone from which you will text. US numbers only."
        error={errors.phoneNumber?.message}
        registration={form.register('phoneNumber')}
      />
      <Consents form={form} />
    </Form>
  );
}

function PasswordPair({ form }: { form: UseFormReturn<SignupSchema> }) {
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        registration={form.register('password')}
      >
        <PasswordRules password={password} />
      </PasswordField>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        registration={form.register('confirmPassword')}
      />
    </>
  );
}
