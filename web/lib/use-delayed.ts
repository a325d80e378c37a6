import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs a function after a delay, unless the component is unmounted meanwhile; a call after that still runs its function.
 * A second call replaces the first.
 */
export function useDelayed(): (delayMs: number, work: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);
  return useCallback((delayMs, work) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, delayMs);
  }, []);
}
