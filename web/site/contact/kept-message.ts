import { type RefObject, useEffect, useRef } from 'react';

import type { ContactMessage } from '#contract/contact.ts';
import { useSession } from '#web/lib/session.tsx';

/** What was written and chosen in the contact form. */
type Draft = { readonly values: ContactMessage; readonly files: readonly File[] };

/** In this page's memory only, and of one user: the next one at the same computer must not read it. */
let kept: (Draft & { readonly owner: string | null }) | null = null;

/**
 * Keeps an unfinished message while its writer looks at another page, such as the FAQ that this page suggests. A
 * message without an owner is a visitor's.
 * @returns what the form starts with, or null; and what to call with the form as it is when the page is left
 */
export function useKeptMessage(): { readonly draft: Draft | null; readonly keep: (draft: Draft) => void } {
  const { session } = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  // The last user while the form is open: a logout on this page ends the session before the page is left.
  const owner: RefObject<string | null> = useRef(userId);
  useEffect(() => {
    if (userId !== null) owner.current = userId;
  }, [userId]);
  const isOwn = kept !== null && (kept.owner === null || kept.owner === userId);
  return {
    draft: isOwn ? kept : null,
    keep({ values, files }) {
      const { name, email, message } = values;
      const hasContent = [name, email, message].some((value) => (value ?? '') !== '') || files.length > 0;
      kept = hasContent ? { values, files, owner: owner.current } : null;
    },
  };
}
