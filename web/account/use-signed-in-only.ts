import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { accountWords } from '#contract/account-words.ts';

import { useSession } from '../lib/session.tsx';
import { addToast } from '../lib/toast-store.ts';

/**
 * Leads who is not signed in to the login, and from there back to this page (decisions, "/dashboard and /subscribe").
 * Who has just logged out goes to the front page, without an explanation.
 */
export function useSignedInOnly(): void {
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
    addToast({ title: accountWords.authenticationRequired, description: 'Please log in to go on.' });
    void navigate('/login', { replace: true, state: { from: pathname + search } });
  }, [isIn, isOut, hasLeft, navigate, pathname, search]);
}
