import { useRef, useState } from 'react';

/**
 * Filters the questions in `area` as the visitor types: those stay whose question or answer has every word.
 * @returns `shown`: the ids that stay; null without a filter
 */
export function useFilter() {
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null);

  function filter(typed: string): void {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return setShown(null);
    const questions = [...(area.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])];
    const hits = questions.filter(({ textContent }) => {
      const text = textContent.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    setShown(new Set(hits.map(({ id }) => id)));
  }

  return { area, shown, filter };
}
