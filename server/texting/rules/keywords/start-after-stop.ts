import { plainWords } from './plain-words.ts';
import { asksAnything, withoutThanks } from './stop-in-sentences.ts';

/** What sets a clause apart: the end of a sentence or line, a comma, or a dash with spaces; "start-up" has none. */
const betweenClauses = /[.!,;\n\r–—]+|\s-+\s/;
const isStart =
  /^(?:(?:PLEASE|PLS|SORRY|OK|YES|HI|POR FAVOR) )*(?:START|UNSTOP|INICIAR|RESTART|STRAT)(?: (?:PLEASE|PLS|AGAIN|NOW|POR FAVOR))*$/;
const wish =
  /^(?:(?:PLEASE|PLS|SORRY|OK|YES|HI|POR FAVOR) )*(?:(?:START|UNSTOP)(?: PLEASE| PLS)? I (?:TEXTED|SENT|SAID|DID|DIDNT|WANT|STOPPED|HIT|TYPED)\b.*|SUBSCRIBE|START (?:BACK UP|IT AGAIN)|TURN (?:(?:IT|THEM|TEXTS|THE TEXTS|MY TEXTS) )?BACK ON)$/;

/**
 * Whether a text of a number that opted out plainly asks to come back: "Start - Betty", "START" above a signature, "I sent
 * stop by mistake. START", "start please i texted stop by mistake". From anyone else such a text may be a question.
 */
export function mayOptIn(text: string): boolean {
  const clauses = withoutThanks(text.split(betweenClauses).filter((clause) => /\w/.test(clause)));
  if (isStart.test(plainWords(clauses[0] ?? '')) || wish.test(plainWords(text))) return true;
  return isStart.test(plainWords(clauses.at(-1) ?? '')) && !asksAnything(text);
}
