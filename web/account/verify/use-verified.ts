import { useNavigate } from 'react-router';

import { useSession } from '../../lib/session.tsx';
import { addToast } from '../../lib/toast-store.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { clearPendingVerification } from '../pending-verification.ts';

/** Time to read that it worked, before the login page comes (spec, section 9). */
const REDIRECT_MS = 2000;

/** The end of a verification: what was kept for it goes, no one is signed in, and the login follows. */
export function useVerified(onVerified: () => void): (message: string) => void {
  const { logout } = useSession();
  const navigate = useNavigate();
  const later = useDelayed();

  return function finish(message) {
    addToast({ title: 'Phone Verified', description: `${message} You can log in now.` });
    clearPendingVerification();
    onVerified();
    logout().catch(() => undefined); // there may be no session, and nothing depends on it
    later(REDIRECT_MS, () => void navigate('/login'));
  };
}
