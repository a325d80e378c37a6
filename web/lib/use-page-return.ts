import { useEffect, useEffectEvent } from 'react';

/** Returns to the page within this time count as one. */
const SAME_RETURN_MS = 1000;

/**
 * Runs a function when the visitor comes back to the page: from another tab or app, or by the browser's Back button,
 * which may show the page as it was left.
 */
export function usePageReturn(work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    function onVisible(): void {
      if (document.visibilityState !== 'visible' || performance.now() - lastAt < SAME_RETURN_MS) return;
      lastAt = performance.now();
      run();
    }
    function onShow({ persisted }: PageTransitionEvent): void {
      if (persisted) run();
    }
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onShow);
    };
  }, []);
}
