import type { ComponentProps } from 'react';

import { ChevronIcon } from './icons.tsx';

/** The browser's own list, dressed like the other controls. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={`${className} appearance-none pr-10`} {...rest} />
      <ChevronIcon className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
    </span>
  );
}
