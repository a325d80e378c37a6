import { useEffect } from 'react';

/** Hands the address of every link of this site to `preload` when someone points at it or reaches it by keyboard. */
export function useLinkPreload(preload: (pathname: string) => void): void {
  useEffect(() => {
    function onApproach({ target }: Event): void {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link && link.origin === window.location.origin) preload(link.pathname);
    }
    document.addEventListener('pointerover', onApproach, { passive: true });
    document.addEventListener('focusin', onApproach);
    return () => {
      document.removeEventListener('pointerover', onApproach);
      document.removeEventListener('focusin', onApproach);
    };
  }, [preload]);
}
