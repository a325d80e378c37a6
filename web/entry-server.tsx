import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';

import { App } from './app.tsx';
import { aliases, findPage, loadPage, notFound, pages } from './pages.ts';

export { aliases, notFound, pages };

/** The HTML of one page, and what its head has to say. Runs in the build only. */
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
      // A boundary above this size would be sent as a hidden part with an inline script that moves it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // An error inside a boundary would only leave that part to the browser. Here it is a broken page.
      onError: (error) => void errors.push(error),
    },
  );
  if (errors.length > 0) throw new AggregateError(errors, `${path} cannot be rendered`);
  return { html: await new Response(prelude).text(), meta };
}
