import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';

import { App } from './app.tsx';
import { askStatusQuery, cardQueries, subscriptionQuery } from './dashboard/queries.ts';
import { aliases, findPage, loadPage, notFound as notFoundPage, pages as allPages } from './pages.ts';

export { aliases };

/** The modules of the pages, by path: the build finds their chunks by them. Not in pages.ts, which every page loads. */
const names: Readonly<Record<string, string>> = {
  '/404': 'site/not-found',
  '/': 'site/home',
  '/faq': 'site/faq',
  '/terms': 'site/terms',
  '/privacy': 'site/privacy',
  '/contact': 'site/contact',
  '/about-us': 'site/about-us',
  '/signup': 'account/signup',
  '/login': 'account/login',
  '/forgot-password': 'account/forgot-password',
  '/verify': 'account/verify',
  '/dashboard': 'dashboard/dashboard',
  '/fridge-card': 'dashboard/fridge-card',
  '/admin': 'admin/admin',
  '/subscribe': 'subscribe/subscribe',
};

/** Search engines may not list them. */
const hidden: ReadonlySet<string> = new Set(['/404', '/verify', '/dashboard', '/fridge-card', '/admin', '/subscribe']);

const pathsOf = (...queries: readonly { readonly queryKey: readonly string[] }[]) =>
  queries.flatMap(({ queryKey }) => queryKey);
/**
 * The calls whose replies a page waits for, in addition to the user: scripts/build-web/inline-script.ts makes them before
 * the page's code is loaded.
 */
const asks: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': pathsOf(...cardQueries),
  '/fridge-card': pathsOf(askStatusQuery),
  '/subscribe': pathsOf(subscriptionQuery),
};

const forBuild = ({ path }: (typeof allPages)[number]) => ({
  path,
  source: `web/${names[path]}-page.tsx`,
  isPublic: !hidden.has(path),
});
/** Every page with its module's file; a wrong one fails the build. */
export const pages = allPages.map(forBuild);
/** The page of unknown paths. */
export const notFound = forBuild(notFoundPage);

/** Renders the HTML and metadata of one page. Runs only in the build. */
export async function renderPage(path: string) {
  const { meta } = await loadPage(findPage(path), { isFirst: true });
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    {
      // React would send a larger boundary hidden, with an inline script that moves it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // React would leave a boundary with an error to the browser. In the build, that is a broken page.
      onError: (error) => void errors.push(error),
    },
  );
  if (errors.length > 0) throw new AggregateError(errors, `${path} cannot be rendered`);
  return { html: await new Response(prelude).text(), meta, asks: ['/api/user', ...(asks[path] ?? [])] };
}
