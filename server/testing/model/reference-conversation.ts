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
function mayAsk(it: Reference, phone: number): boolean {
  return !it.optedOut.has(phone) && isOwn(it, phone) && paysForAnswers(it);
}

/**
 * The name of an answer; a follow-up's includes the previous question. Nothing is recalled from an outage, or during
 * one.
 */
export function answerName(
  it: Reference,
  phone: number,
  { word, followsUp }: { readonly word: string; readonly followsUp: boolean },
): string {
  const last = it.isDatabaseThere && followsUp ? it.last[phone] : null;
  it.last[phone] = it.isDatabaseThere ? { word, told: 0 } : null;
  return last ? `${word} after ${last.word}` : word;
}

/** MORE: twice for each answer that is remembered. */
export function tellMore(it: Reference, phone: number): Named {
  if (!mayAsk(it, phone)) return named(question(it, phone));
  const last = it.isDatabaseThere ? it.last[phone] : null;
  if (!last || last.told === moreMax) return named('nothing_more');
  last.told += 1;
  return { reply: 'answer', name: `more of ${last.word}` };
}

/** FORGET: obeyed from every number, confirmed to subscribers. */
export function forget(it: Reference, phone: number): Named {
  it.last[phone] = null;
  return named(mayAsk(it, phone) ? 'forgot' : question(it, phone));
}

/** HOME: sets the account's place, whichever of its numbers sends it. */
export function changeHome(it: Reference, phone: number, text: HomeText): Named {
  if (!mayAsk(it, phone)) return named(question(it, phone));
  if (!it.isDatabaseThere) return named('home_later');
  if (text === 'HOME OFF') {
    it.home = null;
    return named('home_removed');
  }
  if (text === 'HOME 60614') it.home = 'Chicago, IL 60614';
  if (text === 'CASA Austin TX') it.home = 'Austin, TX';
  return { reply: 'home', name: it.home === null ? 'home' : `home is ${it.home}` };
}

/** "Weather": of the home place; without one we ask for it once, and later it is a question like any other. */
export function weather(it: Reference, phone: number): Named {
  if (!mayAsk(it, phone)) return named(question(it, phone));
  if (it.home === null && !it.askedForHome.has(phone)) {
    it.askedForHome.add(phone);
    return named('home_ask');
  }
  it.last[phone] = { word: 'weather', told: 0 };
  return { reply: 'answer', name: it.home === null ? 'weather' : `weather in ${it.home.replace(/ \d+$/, '')}` };
}
