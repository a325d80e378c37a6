/** The classes of every text control. */
export const controlClass =
  'block w-full min-h-11 scroll-mt-10 rounded-md border border-control bg-surface px-3 py-2 text-ink placeholder:text-muted aria-invalid:border-danger disabled:bg-tint disabled:text-muted';
