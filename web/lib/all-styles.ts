let loading: Promise<void> | undefined;

/**
 * Loads the styles of all pages, once: each page comes with its own only. Without effect where the page does not name
 * them: in development and while prerendering.
 * @throws Error if they cannot be loaded; the next call tries again
 */
export async function loadAllStyles(): Promise<void> {
  if (typeof document === 'undefined') return;
  const href = document.querySelector('style')?.dataset['all'];
  if (href) await (loading ??= load(href));
}

function load(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((done, fail) => {
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => {
      loading = undefined;
      // Worded as browsers do for code: then the error boundary blames the connection.
      fail(new Error(`Failed to import ${href}`));
    });
  });
}
