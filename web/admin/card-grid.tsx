import type { ReactNode } from 'react';

/** Cards in two columns on wide screens, each as high as its content. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">{children}</div>;
}
