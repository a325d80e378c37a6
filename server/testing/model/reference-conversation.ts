import { isOwn, paysForAnswers, question, type Reference, type Reply } from './reference.ts';

/** The reply to a text, and its name in the list of what a number received. */
type Named = { readonly reply: Reply | null; readonly name: string };

/** The texts about the home place. */
export const homeTexts = ['HOME 60614', 'CASA Austin TX', 'HOME?', 'HOME OFF'] as const;
export type HomeText = (typeof homeTexts)[number];

/** How often MORE works for one answer. */
const moreMax = 2;

const named = (reply: Reply | null): Named => ({ reply, name: String(reply) });

/** Whether the number may ask, so that its commands are obeyed. */
function mayAsk(reference: Reference, phone: number): boolean {
  return !reference.optedOut.has(phone) && isOwn(reference, phone) && paysForAnswers(reference);
}

/**
 * The name of an answer; a follow-up's includes the previous question. Nothing is recalled from an outage, or during
 * one.
 */
export function answerName(
  reference: Reference,
  phone: number,
  { word, followsUp }: { readonly word: string; readonly followsUp: boolean },
): string {
  const last = reference.isDatabaseThere && followsUp ? reference.last[phone] : null;
  reference.last[phone] = reference.isDatabaseThere ? { word, told: 0 } : null;
  return last ? `${word} after ${last.word}` : word;
}

/** MORE: twice for each answer that is remembered. */
export function tellMore(reference: Reference, phone: number): Named {
  if (!mayAsk(reference, phone)) return named(question(reference, phone));
  const last = reference.isDatabaseThere ? reference.last[phone] : null;
  if (!last || last.told === moreMax) return named('nothing_more');
  last.told += 1;
  return { reply: 'answer', name: `more of ${last.word}` };
}

/** FORGET: obeyed from every number, confirmed to subscribers. */
export function forget(reference: Reference, phone: number): Named {
  reference.last[phone] = null;
  return named(mayAsk(reference, phone) ? 'forgot' : question(reference, phone));
}

/** HOME: sets the account's place, whichever of its numbers sends it. */
export function changeHome(reference: Reference, phone: number, text: HomeText): Named {
  if (!mayAsk(reference, phone)) return named(question(reference, phone));
  if (!reference.isDatabaseThere) return named('home_later');
  if (text === 'HOME OFF') {
    reference.home = null;
    return named('home_removed');
  }
  if (text === 'HOME 60614') reference.home = 'Chicago, IL 60614';
  if (text === 'CASA Austin TX') reference.home = 'Austin, TX';
  return { reply: 'home', name: reference.home === null ? 'home' : `home is ${reference.home}` };
}

/** "Weather": of the home place; without one we ask for it once, and later it is a question like any other. */
export function weather(reference: Reference, phone: number): Named {
  if (!mayAsk(reference, phone)) return named(question(reference, phone));
  if (reference.home === null && !reference.askedForHome.has(phone)) {
    reference.askedForHome.add(phone);
    return named('home_ask');
  }
  reference.last[phone] = { word: 'weather', told: 0 };
  return {
    reply: 'answer',
    name: reference.home === null ? 'weather' : `weather in ${reference.home.replace(/ \d+$/, '')}`,
  };
}
