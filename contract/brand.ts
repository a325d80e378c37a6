import { type Brand, defaultBrand } from './default-brand.ts';

declare global {
  /** Set before any other code is loaded: by the page's inline script, or by server/config/install-brand.ts. */
  var installedBrand: Brand | undefined;
  /** Defined by the build of the browser's code only. */
  var IS_PAGE: true | undefined;
}

/**
 * The identity of this installation, the same for the life of a page or process. Without one it is the default, except
 * in a page, whose code must not contain the default's words.
 */
export const brand: Brand = globalThis.installedBrand ?? fallback();

function fallback(): Brand {
  if (typeof IS_PAGE === 'undefined') return defaultBrand;
  throw new Error('The page does not say whose it is');
}
