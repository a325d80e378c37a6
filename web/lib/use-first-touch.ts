import { useEffect } from 'react';

/** The events that precede any typing, click or submit, with touch, mouse or keyboard. */
const touches = ['pointerover', 'focusin'] as const;

/**
 * Loads code on the visitor's first interaction, so that it does not slow down hydration. If loading fails, the code
 * that needs it loads it again.
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
    // The visitor interacted before hydration.
    if (document.activeElement !== document.body) onTouch();
    return () => touched.abort();
  }, [load]);
}
