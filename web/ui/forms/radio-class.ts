/**
 * The classes of every radio button. The browser draws only a chosen one: in dark mode it draws the others gray. The
 * outline is drawn around its label, by browsers that know `:has()`; Firefox does since 121.
 */
export const radioClass =
  'size-5 shrink-0 appearance-none rounded-full border border-control bg-surface accent-brand supports-[selector(:has(a))]:outline-none checked:appearance-auto';
