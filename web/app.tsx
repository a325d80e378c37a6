import { Suspense, use, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router';

import { normalPath, type PageMeta, type PageModule } from './lib/page.ts';
import { SessionProvider } from './lib/session.tsx';
import { useScroll } from './lib/use-scroll.ts';
import { aliases, findPage, forgetPage, loadedPage, loadPage, preloadPath } from './pages.ts';
import { SiteFrame } from './site/frame/site-frame.tsx';
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx';
import { loadToaster } from './ui/feedback/load-toaster.ts';
import { PageFailed } from './ui/feedback/page-failed.tsx';
import { newestToast, subscribeToToasts } from './ui/feedback/toast-store.ts';

/**
 * The whole site, for the browser and for prerendering. Must be rendered inside a router. Calls `onAlive` once, when
 * the page responds to clicks.
 */
export function App({ onAlive }: { onAlive?: () => void }) {
  useScroll();
  useLinkPreload(preloadPath);
  return (
    <SessionProvider>
      <SiteFrame>
        <Suspense fallback={null}>
          <CurrentPage />
          {onAlive && <Alive onAlive={onAlive} />}
        </Suspense>
      </SiteFrame>
      <ToastSlot />
    </SessionProvider>
  );
}

/** A sibling of the page inside its Suspense boundary, which hydrates after the content around it. */
function Alive({ onAlive }: { onAlive: () => void }) {
  useEffect(() => {
    onAlive();
  }, [onAlive]);
  return null;
}

/**
 * The page of the current address. Its code is loaded before the first render; after a navigation the old page stays
 * until the new code is loaded.
 */
function CurrentPage() {
  const { pathname } = useLocation();
  const alias = aliases[normalPath(pathname)];
  if (alias) return <Navigate to={alias} replace />;
  const path = normalPath(pathname);
  return (
    <ErrorBoundary key={path} fallback={PageFailed} onError={() => forgetPage(path)}>
      <PageAt path={path} />
    </ErrorBoundary>
  );
}

/**
 * Has no hook other than `use`: the call is skipped once the code is loaded, and React, resuming an interrupted render,
 * would then mistake a hook after it for one of an earlier render (React error 467).
 */
function PageAt({ path }: { path: string }) {
  const entry = findPage(path);
  return <Loaded module={loadedPage(entry) ?? use(loadPage(entry))} />;
}

function Loaded({ module: { Page, meta } }: { module: PageModule }) {
  useMeta(meta);
  return <Page />;
}

/** Updates the document's title and description after navigation; the initial ones are in the HTML. */
function useMeta({ title, description }: PageMeta): void {
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}

/** Loads the toaster's code with the first toast; if that fails, tries again with the next one. */
function ToastSlot() {
  const toast = useSyncExternalStore(subscribeToToasts, newestToast, () => undefined);
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    if (toast === undefined) return;
    loadToaster().then(
      (module) => setToaster(() => module.Toaster),
      () => undefined,
    );
  }, [toast]);
  return Toaster && <Toaster />;
}

/** Calls `preload` with the path of an internal link when it is hovered or focused. */
function useLinkPreload(preload: (pathname: string) => void): void {
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
