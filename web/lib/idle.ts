/** Safari has no idle callbacks: a page has long come to rest by then. */
const REST_MS = 1000;

/** Resolves when the browser has nothing to do for the page. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, REST_MS);
  });
}
