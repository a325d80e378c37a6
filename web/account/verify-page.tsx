import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import type { PageMeta } from '#web/lib/page.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { useLogout } from '#web/lib/use-logout.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { needsJavaScript } from '#web/ui/ui-copy.ts';

import { AccountFrame } from './account-frame.tsx';
import { loginCopy } from './login-copy.ts';
import { readPendingVerification, type PendingVerification, clearPendingVerification } from './pending-verification.ts';
import { useSignedOutOnly } from './use-signed-out-only.ts';
import { VerifyForm } from './verify/verify-form.tsx';

const copy = loginCopy.verifyPage;

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** The verification page, for logins with an unverified phone and links with `email` and `userId`. */
export function Page() {
  useSignedOutOnly();
  return useHydrated() ? <Verification /> : <Waiting />;
}

function Verification() {
  const pending = usePending();
  const [isDone, setIsDone] = useState(false);
  const toLogin = useVerified(() => setIsDone(true));
  const mustReset = pending?.needsReset === 'true';

  function toReset(): void {
    clearPendingVerification();
    setIsDone(true);
  }
  const finish = mustReset ? toReset : toLogin;

  // Each step renders the frame at this place, so that it stays and moves the focus to the new heading.
  if (isDone && mustReset) {
    return (
      <AccountFrame title={copy.newPasswordTitle} lead={<p>{copy.newPasswordReason}</p>} step={2}>
        <ButtonLink to="/forgot-password" state={{ email: pending.email }}>
          {copy.setNewPassword}
        </ButtonLink>
      </AccountFrame>
    );
  }
  if (isDone) {
    return (
      <AccountFrame title={copy.phoneVerified} lead={copy.takingYouToLogin} step={2}>
        <TextLink to="/login">{copy.logInNow}</TextLink>
      </AccountFrame>
    );
  }
  if (!pending) return <Waiting />;
  const isHelper = pending.isHelper === 'true';
  return (
    <AccountFrame
      title={isHelper ? copy.verifyThePhone : title}
      lead={isHelper ? copy.enterTheirCode : lead}
      footer={
        <TextLink to="/login" onClick={clearPendingVerification}>
          {copy.backToLogin}
        </TextLink>
      }
    >
      {mustReset && (
        <div className="mb-6">
          <Note>{copy.newPasswordAfterwards}</Note>
        </div>
      )}
      <VerifyForm pending={pending} onVerified={finish} />
    </AccountFrame>
  );
}

const title = copy.verifyPhone;
const lead = copy.enter6DigitCode;

/** A placeholder as large as the form. */
function Waiting() {
  return (
    <AccountFrame title={title} lead={lead}>
      <NeedsJavaScript>{needsJavaScript}</NeedsJavaScript>
      <div className="h-96" aria-hidden="true" />
    </AccountFrame>
  );
}

/** The account to verify; redirects to the login if it is unknown. */
function usePending(): PendingVerification | null {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [pending] = useState(() => readPendingVerification('login_confirmation') ?? fromAddress(search));

  useEffect(() => {
    if (!pending) void navigate('/login', { replace: true });
  }, [pending, navigate]);

  return pending;
}

function fromAddress(search: URLSearchParams): PendingVerification | null {
  const email = search.get('email');
  return email ? { email, userId: search.get('userId') ?? undefined } : null;
}

/** Time to read the success message before the redirect to the login (docs/reference/specification.md#constants). */
const REDIRECT_MS = 2000;

/** Ends a verification: clears its stored data, ends any session and redirects to the login. */
function useVerified(onVerified: () => void): (message: string) => void {
  const logout = useLogout();
  const navigate = useNavigate();
  const later = useDelayed();

  return function finish(message) {
    addToast({ title: copy.phoneVerifiedToast, description: copy.verifiedText(message) });
    clearPendingVerification();
    onVerified();
    logout().catch(() => undefined); // on this page there is usually no session
    later(REDIRECT_MS, () => void navigate('/login'));
  };
}
