import { useEffect, type RefObject } from 'react';

/**
 * Keeps what has the focus in the window while the area around it grows or shrinks: the message of a field that was just
 * left would push the next one out of sight.
 */
export function useFocusInView(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    // Told after layout and before painting (https://drafts.csswg.org/resize-observer/#html-event-loop): nothing jumps.
    const observer = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (focused && focused !== element && element.contains(focused)) {
        focused.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
}
