import { useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { linkToAnswer } from './faq-copy.ts';

/**
 * Filters the questions in `area` as the visitor types: those stay whose question or answer has every word.
 * A link to a place on the page ends the filter, which may hide that place.
 * @returns `shown`: the ids that stay, null without a filter; `endedBy`: a key for the field, which empties it then
 */
export function useFilter() {
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null);
  const { hash, key } = useLocation();
  const [seen, setSeen] = useState(key);
  const [endedBy, setEndedBy] = useState('');
  if (seen !== key) {
    setSeen(key);
    if (hash !== '' && shown !== null) {
      setShown(null);
      setEndedBy(key);
    }
  }

  function filter(typed: string): void {
    const words = plain(typed).split(/\s+/).filter(Boolean);
    if (words.length === 0) return setShown(null);
    const questions = [...(area.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])];
    const hits = questions.filter(({ textContent }) => {
      const text = plain(textContent.replace(linkToAnswer, ''));
      return words.every((word) => text.includes(word));
    });
    setShown(new Set(hits.map(({ id }) => id)));
  }

  return { area, shown, endedBy, filter };
}

/** In lower case and with the quotes of a keyboard: our own are curly, those of a computer's keyboard are not. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
}
