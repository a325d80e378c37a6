/** The code that shows toasts: a page that never shows one never pays for it. A failed fetch can be tried again. */
export const loadToaster = () => import('./toaster.tsx');
