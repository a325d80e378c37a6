import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';

import { brand } from '#contract/brand.ts';

import { normalPath } from '../../lib/page.ts';
import { useSession } from '../../lib/session.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';

/** Only who is signed in pays for the menu. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** The right end of the header: how to get in, or the account of who is in. */
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

  // Before the session is known the HTML holds both states; a mark on <html>, set before the first paint, picks one.
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

/** The way to the account where the menu's code could not be fetched. */
function DashboardLink() {
  return <ButtonLink to="/dashboard">Dashboard</ButtonLink>;
}

/** As large as what comes in its place. */
function Placeholder() {
  return <div className="h-11 w-36 rounded-md bg-tint" aria-hidden="true" />;
}

function EntryLinks({ path }: { path: string }) {
  if (path === '/login' || path === '/signup') {
    const other = path === '/login' ? { to: '/signup', label: 'Sign Up' } : { to: '/login', label: 'Log In' };
    return (
      <>
        <ButtonLink to={other.to} variant="quiet">
          {other.label}
        </ButtonLink>
        <ButtonLink to="/#pricing" variant="secondary">
          See Plans
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ButtonLink to="/login" variant="quiet">
        Log In
      </ButtonLink>
      <ButtonLink to="/signup">Get {brand.name}</ButtonLink>
    </>
  );
}
