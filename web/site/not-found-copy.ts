import { brand } from '#contract/brand.ts';

// The copy of the page for addresses that do not exist.

export const title = '404 Page Not Found';
export const pageTitle = `${title} · ${brand.name}`;
export const pageDescription = 'We can’t find that page.';
export const lead = 'We can’t find that page. It may have moved, or the link may have a typo.';
export const home = 'Back to Home';
export const report = 'Report a Broken Link';
