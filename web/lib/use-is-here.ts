import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether the visitor is still on the page of the component: what was asked for there is not done elsewhere. The address
 * changes with the click on a link, the page only when the code of the next one is loaded.
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
