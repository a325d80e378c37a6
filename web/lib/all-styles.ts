let loading: Promise<void> | undefined;

/**
 * Loads the styles of all pages, once: each page comes with its own only. Without effect where the page does not name
 * them: in development and while prerendering.
 * @throws Error if they cannot be loaded; the next call tries again
 */
export async function loadAllStyles(): Promise<void> {
  if (typeof document === 'undefined') return;
  const href = document.querySelector<HTMLStyleElement>('style[data-all]')?.dataset['all'];
  if (!href) return;
  loading ??= load(href);
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

function load(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((done, fail) => {
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => {
      link.remove();
      fail(new Error(`${href} could not be loaded`));
    });
  });
}
