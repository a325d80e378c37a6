import { useEffect, useRef } from 'react';

/**
 * Keeps the focus when a row is removed together with the button that had it: the focus moves to `area`, an element
 * around the list with `tabIndex={-1}`. `expectRemoval` says that the next change of `rows` may remove one.
 */
export function useRemovedRow(rows: unknown) {
  const area = useRef<HTMLDivElement>(null);
  const isExpected = useRef(false);
  const shown = useRef(rows);
  useEffect(() => {
    if (shown.current === rows) return;
    shown.current = rows;
    // A focus that has moved on meanwhile stays where it is.
    if (isExpected.current && document.activeElement === document.body) area.current?.focus({ preventScroll: true });
    isExpected.current = false;
  }, [rows]);
  function expectRemoval(): void {
    isExpected.current = true;
  }
  return { area, expectRemoval };
}
