import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Height kept free above a scroll target, in CSS pixels (docs/reference/specification.md#home). */
const OFFSET_PX = 88;
/** Pause before scrolling to a hash. */
const DELAY_MS = 100;

/**
 * The scroll rules of docs/reference/specification.md#home: every navigation starts at the top, and a hash in the
 * address is scrolled to smoothly after a short delay. Moves the focus as well, so that keyboard users continue at the
 * same place.
 */
export function useScroll(): void {
  // `key` changes with every navigation, even to the current page.
  const { key, hash, pathname } = useLocation();
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
    if (before && before.key !== key) window.scrollTo({ top: 0, behavior: 'instant' });
    if (before && before.pathname !== pathname) document.querySelector('main')?.focus({ preventScroll: true });
    return undefined;
  }, [key, hash, pathname]);
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
