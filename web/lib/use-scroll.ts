import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Height kept free above a scroll target, in CSS pixels (docs/reference/specification.md#home). */
const OFFSET_PX = 88;
/** Pause before scrolling to a hash. */
const DELAY_MS = 100;

/** The state of a navigation that only keeps a choice in the address of its page, and does not scroll. */
export type ScrollState = { readonly keepsScroll: true };

/**
 * The scroll rules of docs/reference/specification.md#home: every navigation starts at the top, and a hash in the
 * address is scrolled to smoothly after a short delay. Moves the focus as well, so that keyboard users continue at the
 * same place.
 */
export function useScroll(): void {
  // `key` changes with every navigation, even to the current page.
  const { key, hash, pathname, state } = useLocation();
  const keepsScroll = (state as ScrollState | null)?.keepsScroll;
  const last = useRef<{ key: string; pathname: string }>(null);

  useEffect(() => {
    const before = last.current;
    last.current = { key, pathname };
    const id = decodeHash(hash);
    if (id !== '') {
      const timer = setTimeout(() => scrollToId(id), DELAY_MS);
      return () => clearTimeout(timer);
    }
    // The browser starts a first load at the top; do not override the reader's scrolling since then.
    const isNewPage = before && before.pathname !== pathname;
    // Going back to a page whose navigation kept the scroll position still starts at the top.
    if (isNewPage || (before && before.key !== key && !keepsScroll)) window.scrollTo({ top: 0, behavior: 'instant' });
    if (isNewPage) document.querySelector('main')?.focus({ preventScroll: true });
    return undefined;
  }, [key, hash, pathname, keepsScroll]);
}

function scrollToId(id: string): void {
  const target = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  if (!target) return;
  const top = target.getBoundingClientRect().top + window.scrollY - OFFSET_PX;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' });
  target.focus({ preventScroll: true });
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
