import type { ComponentType } from 'react';

/** Title and description of a page for the tab, search engines and shared links. */
export type PageMeta = {
  readonly title: string;
  readonly description: string;
};

/** The exports of a page's module. */
export type PageModule = { readonly Page: ComponentType; readonly meta: PageMeta };

/** Normalizes a path: `/FAQ/` and `/faq` are the same page. */
export function normalPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/';
}
