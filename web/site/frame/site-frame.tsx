import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';

import { normalPath } from '#web/lib/page.ts';

import * as copy from './frame-copy.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The frame of every page: skip link, header, main landmark and footer. The admin page brings a header of its own. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const isAdmin = normalPath(useLocation().pathname) === '/admin';
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        onClick={skip}
        className="sr-only z-50 rounded-md bg-surface px-4 py-3 font-semibold text-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {copy.skipToContent}
      </a>
      {!isAdmin && <SiteHeader />}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {!isAdmin && <SiteFooter />}
    </div>
  );
}

/** Without the browser's own jump, which is a navigation that loses the page to return to after the login. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}
