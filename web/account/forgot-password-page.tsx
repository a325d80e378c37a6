import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { readString } from '#web/lib/api/call.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { fill } from '#web/ui/fill.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccountFrame } from './account-frame.tsx';
import { EmailStep, loadResetStep } from './forgot-password/email-step.tsx';
import { loginCopy } from './login-copy.ts';

const copy = loginCopy.forgotPasswordPage;

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

const ResetStep = lazy(async () => ({ default: (await loadResetStep()).ResetStep }));
/** For the few who followed the link of that email. */
const UndoPhoneChange = lazy(async () => ({
  default: (await import('./forgot-password/undo-phone-change.tsx')).UndoPhoneChange,
}));

/** Resets a password in two steps: the email address, then the emailed code. */
export function Page() {
  const { email, undoToken, isSent, enterCode } = useEmailedLink();
  useFirstTouch(loadResetStep);
  return (
    <AccountFrame
      title={email === null ? copy.forgotPassword : copy.chooseNewPassword}
      lead={
        email === null ? (
          // With that link, another button comes first.
          undoToken === null && copy.enterEmail
        ) : (
          <p>
            {fill(isSent ? copy.codeOnItsWay : copy.enterCode, {
              email: <strong className="wrap-anywhere text-ink">{email}</strong>,
            })}
          </p>
        )
      }
      step={email === null ? 1 : 2}
      footer={<TextLink to="/login">{copy.backToLogin}</TextLink>}
    >
      {undoToken !== null && (
        <ErrorBoundary fallback={UndoFailed}>
          <Suspense fallback={null}>
            <UndoPhoneChange token={undoToken} />
          </Suspense>
        </ErrorBoundary>
      )}
      {email === null ? (
        <EmailStep onSent={(sentTo) => enterCode(sentTo, true)} onHasCode={(known) => enterCode(known, false)} />
      ) : (
        <Suspense fallback={null}>
          <ResetStep email={email} isSent={isSent} />
        </Suspense>
      )}
    </AccountFrame>
  );
}

function UndoFailed() {
  return (
    <div className="mb-6">
      <Alert>{copy.undoFailed}</Alert>
    </div>
  );
}

/**
 * The email address whose code step 2 accepts, null in step 1, and the token of an undo link. Stored in the history
 * entry, so that both survive a reload: a phone may discard the page while its user reads the email. The links in our
 * emails pass them after the "#", from where they leave the address bar.
 */
function useEmailedLink() {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  // This page has just had a code sent; unknown after a reload.
  const [isSent, setIsSent] = useState(false);
  // The prerendered HTML has none of them.
  const isHydrated = useHydrated();
  const passed = new URLSearchParams(isHydrated ? hash.slice(1) : '');
  // Release 1.0.0 emailed undo links with the token in the query, for a day.
  const queried = isHydrated ? new URLSearchParams(search).get('undo_phone') : null;
  const stored = (key: string) => (isHydrated ? (readString(state, key) ?? null) : null);
  const email = passed.get('email') ?? stored('codeFor');
  const undoToken = passed.get('undo_phone') ?? queried ?? stored('undoToken');
  const isPassed = passed.has('email') || passed.has('undo_phone') || queried !== null;
  useEffect(() => {
    if (isPassed) void navigate({}, { replace: true, state: { codeFor: email, undoToken } });
  }, [isPassed, email, undoToken, navigate]);

  function enterCode(codeFor: string, isSentNow: boolean): void {
    setIsSent(isSentNow);
    void navigate({}, { replace: true, state: { codeFor, undoToken } });
  }
  return { email, undoToken, isSent, enterCode };
}
