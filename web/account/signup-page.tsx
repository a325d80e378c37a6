import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';

import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';
import { readPlan, subscribePath } from '#web/subscribe/chosen-plan.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccountFrame } from './account-frame.tsx';
import { loadCreateAccount, SignupForm } from './signup/signup-form.tsx';
import type { NewAccount } from './signup/verify-step.tsx';
import { useSignedOutOnly } from './use-signed-out-only.ts';

export const meta: PageMeta = {
  title: `Sign up · ${brand.name}`,
  description: `Create an ${brand.name} account: name, email, US phone number and a password. Then verify the phone and choose a plan.`,
};

const loadVerifyStep = () => import('./signup/verify-step.tsx');
const loadWhatFollows = () => Promise.all([loadCreateAccount(), loadVerifyStep()]);
const VerifyStep = lazy(async () => ({ default: (await loadVerifyStep()).VerifyStep }));

/** The sign-up page, in two steps: the account's data, then phone verification. */
export function Page() {
  const [account, setAccount] = useState<NewAccount | null>(null);
  useFirstTouch(loadWhatFollows);
  // Finishing the second step signs the visitor in and leads to the plans.
  const plan = readPlan(useLocation().search);
  const plans = subscribePath(plan);
  useSignedOutOnly(account || plan !== null ? plans : '/dashboard');

  if (account) {
    return (
      <AccountFrame title="Verify your phone" step={2}>
        <Suspense fallback={null}>
          <VerifyStep account={account} />
        </Suspense>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Create an Account"
      lead="It takes two minutes. You choose a plan afterwards."
      footer={
        <p>
          Already have an account?{' '}
          <TextLink to="/login" state={plan === null ? null : { from: plans }}>
            Log in
          </TextLink>
        </p>
      }
    >
      <SignupForm onCreated={setAccount} />
    </AccountFrame>
  );
}
