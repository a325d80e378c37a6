import { useEffect, useState } from 'react';

const LETTER_MS = 35;

/** The text as it is typed, letter by letter; all of it immediately for visitors who prefer reduced motion. */
export function useTypewriter(text: string): string {
  const [typed, setTyped] = useState({ text, length: 0 });
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;

  useEffect(() => {
    if (isStill) return undefined;
    let length = 0;
    const timer = setInterval(() => {
      length += 1;
      setTyped({ text, length });
      if (length >= text.length) clearInterval(timer);
    }, LETTER_MS);
    return () => clearInterval(timer);
  }, [text, isStill]);

  if (isStill) return text;
  return typed.text === text ? text.slice(0, typed.length) : '';
}
