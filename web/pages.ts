import { loadAllStyles } from './lib/all-styles.ts';
import { normalPath, type PageModule } from './lib/page.ts';

type PageEntry = {
  /** Lowercase, without a trailing slash. */
  readonly path: string;
  readonly load: () => Promise<PageModule>;
};

const page = (path: string, load: PageEntry['load']): PageEntry => ({ path, load });

export const notFound = page('/404', () => import('./site/not-found-page.tsx'));

/** Every page of the site. The server answers exactly these paths, in any letter case. */
export const pages: readonly PageEntry[] = [
  page('/', () => import('./site/home-page.tsx')),
  page('/faq', () => import('./site/faq-page.tsx')),
  page('/terms', () => import('./site/terms-page.tsx')),
  page('/privacy', () => import('./site/privacy-page.tsx')),
  page('/contact', () => import('./site/contact-page.tsx')),
  page('/about-us', () => import('./site/about-us-page.tsx')),
  page('/signup', () => import('./account/signup-page.tsx')),
  page('/login', () => import('./account/login-page.tsx')),
  page('/forgot-password', () => import('./account/forgot-password-page.tsx')),
  page('/verify', () => import('./account/verify-page.tsx')),
  page('/dashboard', () => import('./dashboard/dashboard-page.tsx')),
  page('/fridge-card', () => import('./dashboard/fridge-card-page.tsx')),
  page('/admin', () => import('./admin/admin-page.tsx')),
  page('/subscribe', () => import('./subscribe/subscribe-page.tsx')),
];

/** Old addresses and their targets. The server redirects them as well. */
export const aliases: Readonly<Record<string, string>> = {
  '/privacy-policy': '/privacy',
  '/terms-of-service': '/terms',
};

/** The page for a path, or the 404 page. */
export function findPage(pathname: string): PageEntry {
  const path = normalPath(pathname);
  return pages.find((entry) => entry.path === path) ?? notFound;
}

const loaded = new Map<string, PageModule>();
const loading = new Map<string, Promise<PageModule>>();

/** The page's module if it is already loaded. */
export function loadedPage(page: PageEntry): PageModule | undefined {
  return loaded.get(page.path);
}

/**
 * Loads the page's module once, and the styles of all pages unless it is the page that the HTML came with. A failed
 * promise stays until `forgetPage`: React renders again when a promise settles, and with a new promise each time it
 * would retry forever and never report the failure.
 */
export function loadPage(page: PageEntry, { isFirst = false } = {}): Promise<PageModule> {
  const known = loading.get(page.path);
  if (known) return known;
  const styles = isFirst ? undefined : loadAllStyles();
  const promise = Promise.all([page.load(), styles]).then(([module]) => {
    loaded.set(page.path, module);
    return module;
  });
  loading.set(page.path, promise);
  return promise;
}

/** Drops a failed load once its failure is shown, so that the next visit tries again. */
export function forgetPage(pathname: string): void {
  const { path } = findPage(pathname);
  if (!loaded.has(path)) loading.delete(path);
}

/** Starts loading the code of a page when a link to it is hovered or focused. */
export function preloadPath(pathname: string): void {
  loadPage(findPage(pathname)).catch(() => forgetPage(pathname));
}
