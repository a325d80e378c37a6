import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react';

/**
 * A sentence with elements in it, kept whole for the person who rewrites or translates it: `{name}` is replaced by the
 * part of that name, and `<name>words</name>` by that part with the words in it.
 */
export function fill(sentence: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  const pieces = sentence.split(/\{(\w+)\}|<(\w+)>(.*?)<\/\2>/);
  const filled: ReactNode[] = [];
  for (let at = 0; at < pieces.length; at += 4) {
    const [text = '', place, tag, words] = pieces.slice(at, at + 4);
    const part = parts[place ?? tag ?? ''];
    const inner = isValidElement(part) && words !== undefined ? cloneElement(part, undefined, words) : part;
    filled.push(text, <Fragment key={at}>{inner}</Fragment>);
  }
  return filled;
}
