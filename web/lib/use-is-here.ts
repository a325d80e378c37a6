import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether the visitor is still on this component's page, so that a slow action does nothing after they have left.
 * Compares addresses: a click on a link changes the address immediately, but the component unmounts only when the next
 * page's code has loaded.
 */
export function useIsHere(): () => boolean {
  const path = useRef<string>(null);
  useEffect(() => {
    path.current = window.location.pathname;
    return () => {
      path.current = null;
    };
  }, []);
  return useCallback(() => path.current === window.location.pathname, []);
}
