import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';

import { App } from './app.tsx';
import { aliases, findPage, loadPage, notFound, pages } from './pages.ts';

export { aliases, notFound, pages };

/** Renders the HTML and metadata of one page. Runs only in the build. */
export async function renderPage(path: string) {
  const { meta } = await loadPage(findPage(path));
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
  return { html: await new Response(prelude).text(), meta };
}
