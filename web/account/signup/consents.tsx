import type { UseFormReturn } from 'react-hook-form';

import type { SignupForm } from '#contract/auth.ts';
import { consent } from '#contract/consent.ts';

import { Checkbox } from '../../ui/checkbox.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The two consents: texts and terms, separate and not ticked beforehand, as phone companies demand. */
export function Consents({ form }: { form: UseFormReturn<SignupForm> }) {
  const { errors } = form.formState;
  const [before = '', after = ''] = consent.terms.split('Terms of Service and Privacy Policy');
  return (
    <fieldset className="space-y-4 border-t border-hairline pt-5">
      <legend className="sr-only">Your consent</legend>
      <Checkbox
        label={consent.messaging}
        error={errors.consentToMessaging?.message}
        registration={form.register('consentToMessaging')}
      />
      <Checkbox
        label={
          <>
            {before}
            <TextLink to="/terms">Terms of Service</TextLink> and <TextLink to="/privacy">Privacy Policy</TextLink>
            {after}
          </>
        }
        error={errors.consentToTerms?.message}
        registration={form.register('consentToTerms')}
      />
    </fieldset>
  );
}
