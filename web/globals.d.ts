/** The year of the build, shown by the prerendered HTML until the browser's clock is read. */
declare const BUILD_YEAR: number;

interface Element {
  /** ARIA 1.3 (https://w3c.github.io/aria/#ARIANotifyMixin), which TypeScript's library does not have yet. */
  ariaNotify?: (announcement: string, options?: { readonly priority?: 'high' | 'normal' }) => void;
}
