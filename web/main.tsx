import './styles.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { App } from './app.tsx';
import { findPage, loadPage } from './pages.ts';

declare global {
  var replayEarlyEvents: (() => void) | undefined;
}

/** Tells the inline script that the page is hydrated, so that it replays earlier clicks and submits. */
function greet(): void {
  document.documentElement.dataset['hydrated'] = 'true';
  globalThis.replayEarlyEvents?.();
}

/** Loads the page's code first, so that hydration finds everything it needs and nothing flickers. */
async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no root element');
  // If it cannot be loaded, the page's error boundary says so (web/app.tsx).
  await loadPage(findPage(window.location.pathname), { isFirst: true }).catch(() => undefined);
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <App onAlive={greet} />
      </BrowserRouter>
    </StrictMode>,
  );
}

// No top-level await: the page's chunk waits for this module to finish.
start().catch(reportError);
