import { type RefObject, useEffect, useRef } from 'react';

import type { ContactMessage } from '#contract/contact.ts';
import { useSession } from '#web/lib/session.tsx';

/** What was written and chosen in the contact form. */
type Written = { readonly values: ContactMessage; readonly files: readonly File[] };

/** In this page's memory only, and of one user: the next one at the same computer must not read it. */
let kept: (Written & { readonly owner: string | null }) | null = null;

/**
 * A message that was begun, for when its writer comes back: a look at the FAQ, which the page suggests, must not lose
 * it. Without an owner it is a visitor's.
 * @returns what the form starts with, or null; and what to call with the form as it is when the page is left
 */
export function useKeptMessage(): { readonly begun: Written | null; readonly keep: (written: Written) => void } {
  const { session } = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  // The last user while the form is open: a logout on this page ends the session before the page is left.
  const owner: RefObject<string | null> = useRef(userId);
  useEffect(() => {
    if (userId !== null) owner.current = userId;
  }, [userId]);
  const isOwn = kept !== null && (kept.owner === null || kept.owner === userId);
  return {
    begun: isOwn ? kept : null,
    keep({ values, files }) {
      const { name, email, message } = values;
      const isBegun = [name, email, message].some((value) => (value ?? '') !== '') || files.length > 0;
      kept = isBegun ? { values, files, owner: owner.current } : null;
    },
  };
}
