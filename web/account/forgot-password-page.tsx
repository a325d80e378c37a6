import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { PageMeta } from '#web/lib/page.ts';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { fill } from '#web/ui/fill.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccountFrame } from './account-frame.tsx';
import { EmailStep, loadResetStep } from './forgot-password/email-step.tsx';
import { loginWords } from './login-words.ts';

const words = loginWords.forgotPasswordPage;

export const meta: PageMeta = {
  title: words.pageTitle,
  description: words.pageDescription,
};

const ResetStep = lazy(async () => ({ default: (await loadResetStep()).ResetStep }));
/** For the few who followed the link of that email. */
const UndoPhoneChange = lazy(async () => ({
  default: (await import('./forgot-password/undo-phone-change.tsx')).UndoPhoneChange,
}));

/** Resets a password in two steps: the email address, then the emailed code. */
export function Page() {
  const [email, setEmail] = useState<string | null>(null);
  useFirstTouch(loadResetStep);
  const [search] = useSearchParams();
  // The prerendered HTML has no query string.
  const undoToken = useHydrated() ? search.get('undo_phone') : null;
  return (
    <AccountFrame
      title={email === null ? words.forgotPassword : words.chooseNewPassword}
      lead={
        email === null ? (
          words.enterEmail
        ) : (
          <p>{fill(words.codeOnItsWay, { email: <strong className="wrap-anywhere text-ink">{email}</strong> })}</p>
        )
      }
      step={email === null ? 1 : 2}
      footer={<TextLink to="/login">{words.backToLogin}</TextLink>}
    >
      {undoToken !== null && (
        <ErrorBoundary fallback={UndoFailed}>
          <Suspense fallback={null}>
            <UndoPhoneChange token={undoToken} />
          </Suspense>
        </ErrorBoundary>
      )}
      {email === null ? (
        <EmailStep onSent={setEmail} />
      ) : (
        <Suspense fallback={null}>
          <ResetStep email={email} />
        </Suspense>
      )}
    </AccountFrame>
  );
}

function UndoFailed() {
  return (
    <div className="mb-6">
      <Alert>{words.undoFailed}</Alert>
    </div>
  );
}
