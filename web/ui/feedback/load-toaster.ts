/** Loads the code that shows toasts, so that pages without toasts do not pay for it. A failed load can be repeated. */
export const loadToaster = () => import('./toaster.tsx');
