import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/button.tsx';

import { deskCopy } from './desk-copy.ts';

const copy = deskCopy.longList;

type LongListProps = {
  /** How many rows are shown at first. */
  readonly first: number;
  readonly rows: readonly ReactNode[];
};

/** A list that shows its first rows, and the rest on demand. Cards do not scroll: a phone would hide that they can. */
export function LongList({ first, rows }: LongListProps) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <ul className="divide-y divide-hairline">{isWhole ? rows : rows.slice(0, first)}</ul>
      {rows.length > first && (
        <Button
          variant="quiet"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-2 -mb-2 -ml-4 self-start"
        >
          {isWhole ? copy.showFewer : copy.showAll(rows.length)}
        </Button>
      )}
    </>
  );
}
