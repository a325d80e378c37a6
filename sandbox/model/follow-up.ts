import { answerOffline, tryOffline } from './answer.ts';
import { nearReply, sampleNear } from './nearby.ts';
import type { OfflineAnswer } from './skill.ts';
import { plainWords } from './words.ts';

const lead =
  /^(?:(?:and|or|but|then|so|y|o|pero)\b ?)?(?:(?:what|how|que) (?:about|tal)\b ?)?(?:(?:in|on|for|at|en|el|la|para) )?/;
const day =
  /\b(?:(?:on |this |next |el |la |esta )?(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|hoy|ma[nñ]ana|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)(?: (?:morning|afternoon|evening|night))?)\b/;

/**
 * The questions that a follow-up may mean, the likeliest first: the previous question with a day or its last words
 * replaced. "capital of peru" and "and chile?" are "capital of chile".
 */
export function readingsOf(before: string, text: string): string[] {
  const said = plainWords(text);
  const rest = said.replace(lead, '').trim();
  const asked = plainWords(before);
  if (rest === '') return [];
  const isDay = new RegExp(`^${day.source}$`).test(rest);
  if (isDay) return [day.test(asked) ? asked.replace(day, rest) : `${asked} ${rest}`];
  const words = asked.split(' ');
  const count = rest.split(' ').length;
  const cuts = [...new Set([count, 1, 2, 3, 4])].filter((cut) => cut < words.length);
  return cuts.map((cut) => [...words.slice(0, -cut), rest].join(' '));
}

/** The earlier turns of a conversation. */
export type Exchange = { readonly question: string; readonly answer: string };

/** The question that an answer of this model answers, where that question was a follow-up itself. */
function askedIn({ question, answer }: Exchange): string {
  const forecast = /^Sample forecast for (.+?):/.exec(answer)?.[1];
  if (forecast !== undefined) return `weather ${forecast}`;
  const country = /^The capital of (.+?) is /.exec(answer)?.[1];
  return country === undefined ? question : `capital of ${country}`;
}

/** A question that comes again after its answer asks for more. */
const noMore =
  'That is all that the sandbox model knows about it: it has no web. A real model adds the next useful facts here.';

/**
 * Answers a question that may refer to the previous one.
 * @param city where the person is, if the request says that
 */
export function answerFollowUp(question: string, before: Exchange | null, city: string | null = null): OfflineAnswer {
  const here = city === null ? null : sampleNear(question, city);
  if (before === null) return here ?? answerOffline(question);
  if (plainWords(before.question) === plainWords(question)) {
    return { text: noMore, source: { title: 'Sandbox', url: 'https://sandbox.example/more' } };
  }
  for (const text of readingsOf(askedIn(before), question)) {
    const answer = tryOffline(text);
    if (answer !== null) return answer;
  }
  return nearReply(question, before) ?? here ?? answerOffline(question);
}
