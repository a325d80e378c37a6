import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Height kept free above a scroll target, in CSS pixels (spec, section 2). */
const OFFSET_PX = 88;
/** Pause before scrolling to a hash. */
const DELAY_MS = 100;

/**
 * The scroll rules of spec section 2: every navigation starts at the top; a hash in the address is scrolled to,
 * smoothly, after a moment. Focus goes along, so that the keyboard continues where the eye is.
 */
export function useScroll(): void {
  // `key` changes with every navigation, also with one to the page that is shown.
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
    // A first load begins at the top by itself; a reader who has scrolled since is left alone.
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
