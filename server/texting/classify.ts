import { isCrisis } from './crisis.ts';
import { matchKeyword, type Keyword } from './keywords.ts';
import { isAutoresponse, isTapback } from './machine-texts.ts';
import { plainWords } from './plain-words.ts';

/**
 * What a text is, before anything is known about its sender. Only a `question` is ever shown to the answer model.
 * `tapback` and `autoresponse` get silence; `small_talk` (ok, thanks, an emoji) gets at most a hint now and then.
 */
export type TextKind = Keyword | 'crisis' | 'tapback' | 'autoresponse' | 'media' | 'empty' | 'small_talk' | 'question';

/** A text as it came: its words, and the content type of each attachment that the carrier holds for it. */
export type InboundText = { readonly body: string; readonly mediaTypes: readonly string[] };

/** Parts of a picture message that carry words or the page layout, and no picture. */
const textMedia = /^(?:text\/plain|application\/smil)\b/i;

/** Whole texts that ask nothing. */
const smallTalk: ReadonlySet<string> = new Set(
  `OK|OKAY|OKEY|K|KK|KAY|OK THANKS|OK THANK YOU|OK THX|OK COOL|OK GREAT|OK GOOD|THANKS|THANK YOU|THANK U|THANKYOU|THX|THNX|THANX
  |TNX|TY|TYVM|TYSM|THANKS A LOT|THANKS SO MUCH|THANK YOU SO MUCH|THANK YOU VERY MUCH|THANKS AGAIN|MANY THANKS|MUCH APPRECIATED
  |APPRECIATE IT|GREAT THANKS|GREAT THANK YOU|COOL THANKS|PERFECT THANKS|PERFECT THANK YOU|AWESOME THANKS|NICE THANKS
  |GOT IT|GOT IT THANKS|GOT IT THANK YOU|GOOD TO KNOW|I SEE|LOL|LMAO|ROFL|HAHA|HAHAHA|HA|HEHE|JAJA|JAJAJA|WOW|COOL|NICE|GREAT|AWESOME|SWEET|PERFECT|GOOD
  |VERY GOOD|EXCELLENT|AMAZING|AWESOME THANK YOU|NO|NOPE|NAH|YEP|YUP|YEAH|YA|SURE|ALRIGHT|ALL RIGHT|RIGHT|FINE|TRUE|OH|OH OK|AH|AHA|HMM|HM|HMMM
  |HI|HELLO|HEY|HI THERE|HELLO THERE|HEY THERE|YO|HOLA|BUENOS DIAS|SUP|GOOD MORNING|GOOD NIGHT|GOOD EVENING|GOOD AFTERNOON|GM|GN
  |BYE|GOODBYE|BYE BYE|SEE YOU|SEE YA|LATER|TTYL|TEST|TESTING|NP|NO PROBLEM|NO WORRIES|NEVER MIND|NEVERMIND|NVM|SORRY|OOPS|MY BAD
  |YOU RE WELCOME|YOURE WELCOME|YW|WELCOME|GRACIAS|MUCHAS GRACIAS|GRACIAS MUCHAS|NO THANKS|NO THANK YOU|LOVE IT|THATS GREAT|THATS COOL
  |GOOD JOB|WELL DONE|GREAT JOB|OMG|IDK|BRB|MERCI|DANKE|10 4|AMEN|GOD BLESS|GOD BLESS YOU|HAPPY HOLIDAYS|MERRY CHRISTMAS`
    .split('|')
    .map((words) => words.trim()),
);

/**
 * Sorts one text. An opt-out is seen before everything else, so that nothing on it can hide it; a machine's text before
 * the danger words that such texts name ("if this is an emergency call 911"); danger before all that would delay it.
 */
export function classifyText({ body, mediaTypes }: InboundText): TextKind {
  const keyword = matchKeyword(body);
  if (keyword === 'stop') return keyword;
  if (isTapback(body)) return 'tapback';
  if (isAutoresponse(body)) return 'autoresponse';
  if (isCrisis(body)) return 'crisis';
  if (keyword) return keyword;
  // A picture is refused even with words beside it: the words mostly ask about what we cannot see.
  if (mediaTypes.some((type) => !textMedia.test(type.trim()))) return 'media';
  const words = plainWords(body);
  if (words === '') return /\p{Extended_Pictographic}/u.test(body) ? 'small_talk' : 'empty';
  return smallTalk.has(words) ? 'small_talk' : 'question';
}
