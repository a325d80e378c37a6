import { Suspense, use, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router';

import { normalPath, type PageMeta, type PageModule } from './lib/page.ts';
import { SessionProvider } from './lib/session.tsx';
import { newestToast, subscribeToToasts } from './lib/toast-store.ts';
import { useLinkPreload } from './lib/use-link-preload.ts';
import { useScroll } from './lib/use-scroll.ts';
import { aliases, findPage, forgetPage, loadedPage, loadPage, preloadPath } from './pages.ts';
import { SiteFrame } from './site/frame/site-frame.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { loadToaster } from './ui/load-toaster.ts';
import { PageFailed } from './ui/page-failed.tsx';

/**
 * The whole site, for the browser and for the prerendering. Must stand inside a router. `onAlive` is called once, when
 * the page answers to clicks.
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

/** Stands beside the page inside its boundary, which comes alive after what is around it. */
function Alive({ onAlive }: { onAlive: () => void }) {
  useEffect(() => {
    onAlive();
  }, [onAlive]);
  return null;
}

/** The page of the address. Its code is here before the first render; after a click the old page stays until it is. */
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
 * Has no hook of its own beside `use`: it is skipped when the code has come meanwhile, and React, which goes on where it
 * was interrupted, then takes a hook after it for one of an earlier render (its error 467).
 */
function PageAt({ path }: { path: string }) {
  const entry = findPage(path);
  return <Loaded module={loadedPage(entry) ?? use(loadPage(entry))} />;
}

function Loaded({ module: { Page, meta } }: { module: PageModule }) {
  useMeta(meta);
  return <Page />;
}

/** Keeps the tab's title and the description true after navigation; the first ones are in the HTML. */
function useMeta({ title, description }: PageMeta): void {
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}

/** The toasts' code comes with the first toast, and is asked for again with the next where it could not be fetched. */
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
