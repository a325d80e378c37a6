import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { useSession } from '#web/lib/session.tsx';

/** Redirects signed-in visitors to `target`. */
export function useSignedOutOnly(target = '/dashboard'): void {
  const { session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session.status === 'signed-in') void navigate(target, { replace: true });
  }, [session.status, navigate, target]);
}
