import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { accountCopy } from '#contract/account-copy.ts';
import type { User } from '#contract/user.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { accountPagesCopy } from './account-copy.ts';

const copy = accountPagesCopy.privatePage;

type PrivatePageProps = {
  /** Shown until the session is known, and in the prerendered HTML. */
  readonly waiting: ReactNode;
  readonly children: (user: User) => ReactNode;
};

/** A page for signed-in visitors only. */
export function PrivatePage({ waiting, children }: PrivatePageProps) {
  const { session } = useSession();
  useSignedInOnly();
  if (session.status === 'unavailable') return <Unavailable />;
  if (session.status !== 'signed-in') {
    return (
      <>
        <NeedsJavaScript className="wrap mt-10">{copy.needsJavaScript}</NeedsJavaScript>
        <div data-needs-js>{waiting}</div>
      </>
    );
  }
  const { user } = session;
  // Nothing of one account stays on the page for the next: no open dialog, no half-filled form.
  return (
    <QueryClientProvider client={queryClient}>
      <Fragment key={user.id}>{children(user)}</Fragment>
    </QueryClientProvider>
  );
}

/** Replaces a private page while the server cannot check the session; disappears automatically. */
function Unavailable() {
  const { refresh } = useSession();
  const { isPending, submit } = useSubmit<void>(async () => {
    await refresh();
  });
  return (
    <div className="wrap min-h-[60rem] pt-10 md:pt-14">
      <h1 className="text-2xl">{copy.oneMoment}</h1>
      <output className="mt-3 mb-6 block max-w-[48ch] text-muted">{copy.accountUnavailable}</output>
      <SubmitArea isPending={isPending}>
        <Button variant="secondary" isPending={isPending} onClick={() => void submit()}>
          {isPending ? copy.trying : copy.tryNow}
        </Button>
      </SubmitArea>
    </div>
  );
}

/**
 * Redirects signed-out visitors to the login, and from there back to this page
 * (docs/reference/decisions.md#guarded-pages). After a logout, redirects to the front page without an explanation.
 */
function useSignedInOnly(): void {
  const { session } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isIn = session.status === 'signed-in';
  const isOut = session.status === 'signed-out';
  const hasLeft = isOut && session.hasLeft === true;
  const wasIn = useRef(false);

  useEffect(() => {
    if (isIn) wasIn.current = true;
    if (!isOut) return;
    if (hasLeft && wasIn.current) return void navigate('/', { replace: true });
    addToast({ title: accountCopy.authenticationRequired, description: copy.logInFirst });
    void navigate('/login', { replace: true, state: { from: pathname + search } });
  }, [isIn, isOut, hasLeft, navigate, pathname, search]);
}
