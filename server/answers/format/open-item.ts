import { splitSentences } from './sentences.ts';

/** How far back the list of an item may begin: longer than a text. */
const lookBack = 600;
const announces =
  /\b(?:steps?|ways?|options?|tips?|things|reasons?|instructions|follow(?:s|ing)?|this|these|here|how|pasos?|formas|maneras|opciones|siguientes?):$/i;

/**
 * A text after whose end something was dropped, without the number of that item: "First this. 2." is "First this." A
 * number that says something stays, as in "leaves at 6:05." or "How many? 50."
 */
export function withoutOpenItem(text: string): string {
  const body = text.trimEnd();
  const [found = '', digits = ''] = / (\d{1,2})[.:)]$/.exec(body.slice(-4)) ?? [];
  if (found === '') return text;
  const before = body.slice(-lookBack, -found.length);
  return isOpen(before, found.trimStart(), Number(digits)) ? body.slice(0, -found.length) : text;
}

function isOpen(before: string, item: string, number: number): boolean {
  const isNext =
    number > 1 && /(?:^|[:;.!?] )1[.)] /.test(before) && new RegExp(`(?:^|\\s)${number - 1}[.)] `).test(before);
  if (isNext || (number === 1 && announces.test(before))) return true;
  return !before.endsWith('?') && splitSentences(`${before} ${item}`).at(-1) === item;
}
