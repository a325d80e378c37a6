import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';

import { normalPath } from '#web/lib/page.ts';
import { useSession } from '#web/lib/session.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';

import * as copy from './frame-copy.ts';

/** The menu's code is loaded for signed-in visitors only. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** The right end of the header: login and sign-up, or the account menu. */
export function AccountArea() {
  const { session } = useSession();
  const path = normalPath(useLocation().pathname);

  if (session.status === 'signed-in') {
    return (
      <ErrorBoundary fallback={DashboardLink}>
        <Suspense fallback={<Placeholder />}>
          <AccountMenu name={session.user.name} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  // Nothing may come for long: the dashboard says so, and continues automatically.
  if (session.status === 'unavailable') return <DashboardLink />;

  // Until the session is known, the HTML holds both states; an attribute on <html>, set before the first paint, selects
  // one.
  const isPending = session.status !== 'signed-out';
  return (
    <div className="flex gap-2">
      <div className="flex flex-1 flex-col gap-2 sm:flex-row md:flex-none" data-signed-out={isPending || undefined}>
        <EntryLinks path={path} />
      </div>
      {isPending && (
        <div data-auth-pending>
          <Placeholder />
        </div>
      )}
    </div>
  );
}

/** A link to the account, if its menu cannot be shown. */
function DashboardLink() {
  return (
    <ButtonLink to="/dashboard" variant="secondary">
      {copy.dashboard}
    </ButtonLink>
  );
}

/** A placeholder of the same size. */
function Placeholder() {
  return <div className="h-11 w-36 rounded-md bg-tint" aria-hidden="true" />;
}

function EntryLinks({ path }: { path: string }) {
  if (path === '/login' || path === '/signup') {
    const other = path === '/login' ? { to: '/signup', label: copy.signUp } : { to: '/login', label: copy.logIn };
    return (
      <>
        <ButtonLink to={other.to} variant="quiet">
          {other.label}
        </ButtonLink>
        <ButtonLink to="/#pricing" variant="secondary">
          {copy.seePlans}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ButtonLink to="/login" variant="quiet">
        {copy.logIn}
      </ButtonLink>
      <ButtonLink to="/signup">{copy.getTheProduct}</ButtonLink>
    </>
  );
}
