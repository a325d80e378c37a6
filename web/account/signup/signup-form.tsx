import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch, type Control, type UseFormReturn } from 'react-hook-form';

import type { SignupForm as SignupSchema } from '#contract/auth.ts';
import { consent } from '#contract/consent.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { fill } from '#web/ui/fill.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { PASSWORD_RULES_ID, PasswordRules } from '#web/ui/forms/password-rules.tsx';
import { PhoneField } from '#web/ui/forms/phone-field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { useSubmitForm, type SchemaField } from '#web/ui/forms/use-schema-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import type { PhoneOwner } from '../for-whom.ts';
import { signupCopy } from '../signup-copy.ts';
import type { NewAccount } from './new-account.ts';

const copy = signupCopy.signupForm;

const empty = {
  name: '',
  email: '',
  password: '',
  confirmPassword: '',
  phoneNumber: '',
  consentToMessaging: false,
  consentToTerms: false,
};
const owners = { me: copy.myOwnPhone, other: copy.helpedPhone } as const satisfies Record<PhoneOwner, string>;

/** Loaded while the form is being filled in. */
export const loadVerifyStep = () => import('./verify-step.tsx');
export const loadWhatFollows = () => Promise.all([import('./create-account.ts'), loadVerifyStep()]);
const loadSchema = async () => (await import('#contract/auth.ts')).SignupForm;

type SignupFormProps = {
  /** Whose phone it is at first; the visitor may choose the other. */
  readonly owner: PhoneOwner;
  readonly onCreated: (account: NewAccount) => void;
};

/** Step 1 of the sign-up. Keeps everything that was typed if the server refuses. */
export function SignupForm({ owner, onCreated }: SignupFormProps) {
  const { form, formProps, field, isPending } = useSubmitForm<SignupSchema>({
    schema: loadSchema,
    defaults: { ...empty, phoneOwner: owner },
    ...signupCopy.signupFailure,
    async send(values) {
      // Also the step that takes the code: no account is created that this page could not finish.
      const [{ createAccount }] = await loadWhatFollows();
      onCreated(await createAccount(values));
    },
    onInvalid({ confirmPassword }) {
      if (confirmPassword?.message === 'Passwords do not match') {
        addToast({
          title: copy.passwordsDiffer,
          description: copy.passwordsDifferText,
          tone: 'danger',
        });
      }
    },
  });

  const isHelper = useOwnerChoice(form, owner);

  return (
    <Form
      action="/signup"
      {...formProps}
      actions={
        <SubmitButton isPending={isPending} pending={copy.creatingAccount}>
          {copy.createAccount}
        </SubmitButton>
      }
    >
      <RadioGroup legend={copy.whosePhone} options={owners} {...field('phoneOwner')} />
      <TextField label={isHelper ? copy.yourName : copy.name} autoComplete="name" {...field('name')} />
      <TextField label={copy.email} type="email" autoComplete="email" {...field('email')} />
      <PasswordPair field={field} control={form.control} />
      <PhoneField
        label={isHelper ? copy.theirPhoneNumber : copy.phoneNumber}
        hint={isHelper ? copy.theirPhoneHint : copy.ownPhoneHint}
        {...field('phoneNumber')}
      />
      <Consents field={field} isHelper={isHelper} />
    </Form>
  );
}

/**
 * Follows the choice of whose phone it is: the visitor's, otherwise `owner`. A change unchecks the consent to texts,
 * whose words depend on it.
 * @returns whether the phone is someone else's
 */
function useOwnerChoice({ control, setValue }: UseFormReturn<SignupSchema>, owner: PhoneOwner): boolean {
  // Read in the first render: the form library, which keeps text from before hydration, resets radio buttons then.
  const [early] = useState(readEarlyOwner);
  // After hydration a link may name the owner; the prerendered HTML does not know it.
  const first = early ?? owner;
  useEffect(() => {
    if (first !== 'me') setValue('phoneOwner', first);
  }, [setValue, first]);

  const isHelper = useWatch({ control, name: 'phoneOwner' }) === 'other';
  const shown = useRef(isHelper);
  useEffect(() => {
    if (shown.current === isHelper) return;
    shown.current = isHelper;
    // A tick counts only for the words that it was given to.
    setValue('consentToMessaging', false);
  }, [setValue, isHelper]);
  return isHelper;
}

/** The owner chosen before hydration. The prerendered HTML chooses none. */
function readEarlyOwner(): PhoneOwner | undefined {
  if (typeof document === 'undefined') return undefined;
  const chosen = document.querySelector<HTMLInputElement>('[name=phoneOwner]:checked')?.value;
  return chosen === 'me' || chosen === 'other' ? chosen : undefined;
}

type PasswordPairProps = { readonly field: SchemaField<SignupSchema>; readonly control: Control<SignupSchema> };

/** Its own component, so that typing a password renders these two fields only. */
function PasswordPair({ field, control }: PasswordPairProps) {
  const password = useWatch({ control, name: 'password' });
  return (
    <>
      <PasswordField
        label={copy.password}
        autoComplete="new-password"
        describedBy={PASSWORD_RULES_ID}
        {...field('password')}
      >
        <PasswordRules password={password} />
      </PasswordField>
      <PasswordField label={copy.confirmPassword} autoComplete="new-password" {...field('confirmPassword')} />
    </>
  );
}

/** The two consents, to texts and to the terms: separate and not pre-checked, as carriers require. */
function Consents({ field, isHelper }: { field: SchemaField<SignupSchema>; isHelper: boolean }) {
  return (
    <fieldset className="space-y-4 border-t border-hairline pt-5">
      <legend className="sr-only">{copy.yourConsent}</legend>
      <Checkbox label={isHelper ? consent.helper.messaging : consent.messaging} {...field('consentToMessaging')} />
      <Checkbox
        label={<>{fill(copy.terms, { terms: <NewTabLink to="/terms" />, privacy: <NewTabLink to="/privacy" /> })}</>}
        {...field('consentToTerms')}
      />
    </fieldset>
  );
}

/** A link that leaves the form, and what was typed into it, where it is. */
function NewTabLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <TextLink to={to} target="_blank">
      {children}
      <span className="sr-only"> {copy.inNewTab}</span>
    </TextLink>
  );
}
