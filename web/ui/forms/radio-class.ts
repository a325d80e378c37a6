/** The classes of every radio button. The browser draws only a chosen one: in dark mode it draws the others gray. */
export const radioClass =
  'size-5 shrink-0 appearance-none rounded-full border border-control bg-surface accent-brand outline-none checked:appearance-auto';
