import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

import type { PageMeta } from '#web/lib/page.ts';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { readPlan, subscribePath } from '#web/subscribe/chosen-plan.ts';
import { fill } from '#web/ui/fill.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccountFrame } from './account-frame.tsx';
import { forMe, readForWhom } from './for-whom.ts';
import { signupCopy } from './signup-copy.ts';
import type { NewAccount } from './signup/new-account.ts';
import { clearPendingSignup, readPendingSignup } from './signup/pending-signup.ts';
import { loadVerifyStep, loadWhatFollows, SignupForm } from './signup/signup-form.tsx';
import { useSignedOutOnly } from './use-signed-out-only.ts';

const copy = signupCopy.signupPage;

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

const VerifyStep = lazy(async () => ({ default: (await loadVerifyStep()).VerifyStep }));

/** The sign-up page, in two steps: the account's data, then phone verification. */
export function Page() {
  const [account, setAccount] = useNewAccount();
  useFirstTouch(loadWhatFollows);
  // Finishing the second step signs the visitor in and leads to the plans.
  const { search } = useLocation();
  const plan = readPlan(search);
  const isHydrated = useHydrated();
  const forWhom = isHydrated ? readForWhom(search) : null;
  const plans = subscribePath(plan);
  useSignedOutOnly(account || plan !== null ? plans : '/dashboard');

  function startOver(): void {
    clearPendingSignup();
    setAccount(null);
  }
  if (account) {
    return (
      <AccountFrame
        title={account.isHelper ? copy.verifyPhone : copy.verifyOwnPhone}
        step={2}
        footer={<p>{fill(copy.someoneElse, { link: <TextLink to={`/signup${search}`} onClick={startOver} /> })}</p>}
      >
        <Suspense fallback={null}>
          <VerifyStep account={account} />
        </Suspense>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={copy.createAccount}
      lead={(forWhom ?? forMe).lead}
      footer={
        <p>
          {fill(copy.haveAccount, {
            link: <TextLink to="/login" state={plan === null ? null : { from: plans }} />,
          })}
        </p>
      }
    >
      <SignupForm owner={forWhom?.owner ?? 'me'} onCreated={setAccount} />
    </AccountFrame>
  );
}

/** The account that this tab has created and not verified yet. It survives a reload; hydration starts without it. */
function useNewAccount() {
  const isHydrated = useHydrated();
  const kept = useMemo(() => (isHydrated ? readPendingSignup() : null), [isHydrated]);
  // Undefined: neither created by this page, nor given up for another.
  const [account, setAccount] = useState<NewAccount | null>();
  return [account === undefined ? kept : account, setAccount] as const;
}
