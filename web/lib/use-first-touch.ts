import { useEffect } from 'react';

/** What comes before anything is typed, clicked or sent, on a phone as with a mouse or a keyboard. */
const touches = ['pointerover', 'focusin'] as const;

/**
 * Fetches code that the page needs only when it is used: as soon as someone begins to, and not while the page comes
 * alive. What cannot be fetched is asked for again by who needs it.
 */
export function useFirstTouch(load?: () => Promise<unknown>): void {
  useEffect(() => {
    if (!load) return;
    const touched = new AbortController();
    const { signal } = touched;
    const onTouch = (): void => {
      touched.abort();
      load().catch(() => undefined);
    };
    for (const touch of touches) document.addEventListener(touch, onTouch, { signal, passive: true });
    // Someone was quicker than the page.
    if (document.activeElement !== document.body) onTouch();
    return () => touched.abort();
  }, [load]);
}
