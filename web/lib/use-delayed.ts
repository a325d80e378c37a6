import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs a function after a delay, unless the component unmounts first. Calls made after unmounting still run. A later
 * call replaces an earlier one.
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
