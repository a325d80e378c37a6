import type { ReactNode } from 'react';

import { deskCopy } from '../desk-copy.ts';

const copy = deskCopy.showList;

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

type ShowListProps = {
  /** The figure or chart whose rows are shown. */
  readonly of: string;
  readonly onClick: () => void;
};

/** Opens the rows behind a figure or chart, which it names for screen readers. */
export function ShowList({ of, onClick }: ShowListProps) {
  return (
    <RowLink onClick={onClick}>
      {copy.show}
      <span className="sr-only"> {copy.listBehind(of)}</span>
    </RowLink>
  );
}
