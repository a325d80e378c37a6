import type { ReactNode } from 'react';

type RowLinkProps = { readonly onClick: () => void; readonly children: ReactNode };

/** A button that looks like a link: it opens a customer, a text or a list of the desk. */
export function RowLink({ onClick, children }: RowLinkProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-8 text-left font-medium wrap-anywhere text-brand underline underline-offset-2"
    >
      {children}
    </button>
  );
}
