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
import { needsJavaScript } from '#web/ui/ui-words.ts';

import { AccountFrame } from './account-frame.tsx';
import { loginWords } from './login-words.ts';
import { readPendingVerification, type PendingVerification, clearPendingVerification } from './pending-verification.ts';
import { useSignedOutOnly } from './use-signed-out-only.ts';
import { VerifyForm } from './verify/verify-form.tsx';

const words = loginWords.verifyPage;

export const meta: PageMeta = {
  title: words.pageTitle,
  description: words.pageDescription,
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
      <AccountFrame title={words.newPasswordTitle} lead={<p>{words.newPasswordReason}</p>} step={2}>
        <ButtonLink to="/forgot-password" state={{ email: pending.email }}>
          {words.setNewPassword}
        </ButtonLink>
      </AccountFrame>
    );
  }
  if (isDone) {
    return (
      <AccountFrame title={words.phoneVerified} lead={words.takingYouToLogin} step={2}>
        <TextLink to="/login">{words.logInNow}</TextLink>
      </AccountFrame>
    );
  }
  if (!pending) return <Waiting />;
  const isHelper = pending.isHelper === 'true';
  return (
    <AccountFrame
      title={isHelper ? words.verifyThePhone : title}
      lead={isHelper ? words.enterTheirCode : lead}
      footer={<TextLink to="/login">{words.backToLogin}</TextLink>}
    >
      {mustReset && (
        <div className="mb-6">
          <Note>{words.newPasswordAfterwards}</Note>
        </div>
      )}
      <VerifyForm pending={pending} onVerified={finish} />
    </AccountFrame>
  );
}

const title = words.verifyPhone;
const lead = words.enter6DigitCode;

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
    addToast({ title: words.phoneVerifiedToast, description: words.verifiedText(message) });
    clearPendingVerification();
    onVerified();
    logout().catch(() => undefined); // on this page there is usually no session
    later(REDIRECT_MS, () => void navigate('/login'));
  };
}
