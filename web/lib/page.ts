import type { ComponentType } from 'react';

/** What the tab, a search engine and a shared link say about a page. */
export type PageMeta = {
  readonly title: string;
  readonly description: string;
};

/** What a page's module exports. */
export type PageModule = { readonly Page: ComponentType; readonly meta: PageMeta };

/** `/FAQ/` and `/faq` are one address. */
export function normalPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/';
}
