import { loadAllStyles } from './lib/all-styles.ts';
import { normalPath, type PageModule } from './lib/page.ts';

type PageEntry = {
  /** Lowercase, without a trailing slash. */
  readonly path: string;
  /** Path of the module's file; the build finds its chunk by it. */
  readonly source: string;
  readonly load: () => Promise<PageModule>;
  /** Whether search engines may list it. */
  readonly isPublic: boolean;
};

const page = (path: string, name: string, load: PageEntry['load'], isPublic = true): PageEntry => ({
  path,
  source: `web/${name}-page.tsx`,
  load,
  isPublic,
});

export const notFound = page('/404', 'site/not-found', () => import('./site/not-found-page.tsx'), false);

/** Every page of the site. The server answers exactly these paths, in any letter case. */
export const pages: readonly PageEntry[] = [
  page('/', 'site/home', () => import('./site/home-page.tsx')),
  page('/faq', 'site/faq', () => import('./site/faq-page.tsx')),
  page('/terms', 'site/terms', () => import('./site/terms-page.tsx')),
  page('/privacy', 'site/privacy', () => import('./site/privacy-page.tsx')),
  page('/contact', 'site/contact', () => import('./site/contact-page.tsx')),
  page('/about-us', 'site/about-us', () => import('./site/about-us-page.tsx')),
  page('/signup', 'account/signup', () => import('./account/signup-page.tsx')),
  page('/login', 'account/login', () => import('./account/login-page.tsx')),
  page('/forgot-password', 'account/forgot-password', () => import('./account/forgot-password-page.tsx')),
  page('/verify', 'account/verify', () => import('./account/verify-page.tsx'), false),
  page('/dashboard', 'dashboard/dashboard', () => import('./dashboard/dashboard-page.tsx'), false),
  page('/fridge-card', 'dashboard/fridge-card', () => import('./dashboard/fridge-card-page.tsx'), false),
  page('/admin', 'admin/admin', () => import('./admin/admin-page.tsx'), false),
  page('/subscribe', 'subscribe/subscribe', () => import('./subscribe/subscribe-page.tsx'), false),
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
 * Loads the page's module once, and the styles of all pages unless it is the page that the HTML came with. A failed promise stays until `forgetPage`: React renders again when a promise settles,
 * and with a new promise each time it would retry forever and never report the failure.
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
