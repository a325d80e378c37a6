import type { ReactNode } from 'react';

/** A part of the FAQ. Its id is an address that other pages and texts link to. */
export type FaqSection = {
  readonly id: string;
  readonly title: string;
  readonly items: readonly { readonly question: string; readonly answer: ReactNode }[];
};
