import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { useSession } from '../lib/session.tsx';

/** Who is signed in, or becomes it, has no business on this page and goes on to `target`. */
export function useSignedOutOnly(target = '/dashboard'): void {
  const { session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session.status === 'signed-in') void navigate(target, { replace: true });
  }, [session.status, navigate, target]);
}
