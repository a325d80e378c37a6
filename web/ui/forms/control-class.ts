/**
 * The classes of every text control. A control that is scrolled to stays below its label, and on a phone below a toast.
 */
export const controlClass =
  'block w-full min-h-11 scroll-mt-28 rounded-md border border-control bg-surface px-3 py-2 text-ink placeholder:text-muted aria-invalid:border-danger disabled:bg-tint disabled:text-muted sm:scroll-mt-10';
