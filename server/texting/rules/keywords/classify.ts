import { brand } from '#contract/brand.ts';

import { matchCommand } from './commands.ts';
import { isCrisis } from './crisis.ts';
import { isJoin } from './join-code.ts';
import { matchKeyword } from './keywords.ts';
import { isAutoresponse, isTapback, withoutAdvice } from './machine-texts.ts';
import { plainWords, wordSet } from './plain-words.ts';

/**
 * The kinds of a text, independent of its sender. Only a `question` ever reaches the model. `tapback` and
 * `autoresponse` get no reply; `home` is found by `understand`, which knows places; `small_talk` (ok, thanks, an emoji)
 * gets at most an occasional hint.
 */
export const textKinds = [
  'stop',
  'start',
  'help',
  'yes',
  'join_code',
  'forget',
  'home',
  'more',
  'crisis',
  'tapback',
  'autoresponse',
  'media',
  'empty',
  'small_talk',
  'question',
] as const;
export type TextKind = (typeof textKinds)[number];

/** A text as it arrived: its body, and the content type of each attachment at the carrier. */
export type InboundText = { readonly body: string; readonly mediaTypes: readonly string[] };

/** Parts of a picture message that hold text or layout, not a picture. */
const textMedia = /^(?:text\/plain|application\/smil)\b/i;

/** Complete texts that ask nothing. */
const smallTalk =
  wordSet(`GREAT|COOL|NICE|AWESOME|SWEET|PERFECT|GOOD|VERY GOOD|EXCELLENT|AMAZING|GOOD TO KNOW|GOOD ANSWER|GOOD JOB|WELL DONE
  |I SEE|GOT IT|LOVE IT|THATS GREAT|THATS COOL|MUCH APPRECIATED|APPRECIATE IT|NO|NOPE|NAH|YEP|YUP|YEAH|YA|SURE|ALRIGHT|ALL RIGHT|RIGHT
  |FINE|TRUE|OH|AH|AHA|HMM|HM|HMMM|HI|HELLO|HEY|HI THERE|HELLO THERE|HEY THERE|YO|HOLA|BUENOS DIAS|SUP|GOOD MORNING|GOOD NIGHT
  |GOOD EVENING|GOOD AFTERNOON|GM|GN|BYE|GOODBYE|BYE BYE|SEE YOU|SEE YA|LATER|TTYL|TEST|TESTING|NP|NO PROBLEM|NO WORRIES
  |NEVER MIND|NEVERMIND|NVM|SORRY|OOPS|MY BAD|YOURE WELCOME|YW|WELCOME|OMG|IDK|BRB|10 4|AMEN|GOD BLESS|GOD BLESS YOU
  |HAPPY HOLIDAYS|MERRY CHRISTMAS|FELIZ NAVIDAD|HOLA BUENAS|HOLA BUENOS DIAS|BUENAS|BUENAS TARDES|BUENAS NOCHES|BUEN DIA|QUE TAL
  |HOLA QUE TAL|K TAL|Q TAL|ADIOS|HASTA LUEGO|HASTA MANANA|NOS VEMOS|DE NADA|ESTA BIEN|BIEN|MUY BIEN|BUENO|CLARO|CLARO QUE SI|DALE
  |HAPPY NEW YEAR|HAPPY THANKSGIVING|HAPPY EASTER|GOODNIGHT|SOUNDS GOOD|WILL DO|VERY HELPFUL|THATS HELPFUL|YOU ARE AMAZING|YOURE AMAZING
  |YOU ARE AWESOME|YOURE AWESOME|YOU ARE THE BEST|YOURE THE BEST|NVM FOUND IT|NEVER MIND FOUND IT|DISREGARD|TESTING TESTING|TEST 123|TESTING 123
  |TEST 1 2 3|TESTING 1 2 3|OOPS WRONG PERSON|SORRY WRONG PERSON|WRONG TEXT|OOPS WRONG TEXT|SORRY WRONG TEXT|VALE|DE ACUERDO|FELIZ ANO NUEVO|FELICES FIESTAS
  |ORALE|PERFECTO|EXCELENTE|LISTO|ENTENDIDO|YA ENTENDI|PRUEBA|PROBANDO|LO SIENTO|PERDON|BENDICIONES|DIOS TE BENDIGA|DIOS LO BENDIGA`);
/** Thanks and assent in any combination: one of these words, plus only words of the next list. */
const assent =
  wordSet(`THANKS|THANK|THANKYOU|THX|THNX|THANX|TNX|TY|TYVM|TYSM|THANKU|TKS|THKS|OK|OKAY|OKEY|K|KK|LOL|LMAO|ROFL|HAHA|HAHAHA|HA|HEHE|JAJA|JAJAJA|WOW
  |GRACIAS|MERCI|DANKE`);
const aroundAssent =
  wordSet(`YOU|U|SO|MUCH|VERY|A|LOT|LOTS|MANY|MUCHAS|AGAIN|GOT|IT|COOL|GREAT|GOOD|NICE|AWESOME|PERFECT|FOR|THE|INFO|YOUR|HELP
  |ANSWER|THAT|THATS|THIS|HELPS|HELPED|ALL|NO|OH|YES|SOUNDS|WILL|DO|SIR|MAAM|APPRECIATED|BYE|YA|HONEY|DEAR|HUN|HON|BRO|BUDDY|MAN|FRIEND|KINDLY|BUNCH|MILLION|HELPFUL|SENOR|SENORA|MUCHISIMAS|MIL|MUY|AMABLE|POR|LA|SU|TU|EL|TODO|AYUDA|INFORMACION|RESPUESTA|SI|LE|TE|LES|BUENO
  |${plainWords(brand.name)}`);
const assentWordsMax = 8;

/** What may follow thanks. */
const blessing = / (?:(?:AND )?GOD BLESS(?: YOU)?|(?:Y )?(?:QUE )?DIOS (?:TE|LO|LA|LOS) BENDIGA)$/;

function isSmallTalk(words: string): boolean {
  if (smallTalk.has(words)) return true;
  const all = words.replace(blessing, '').split(' ');
  const isShort = all.length <= assentWordsMax;
  return (
    isShort && all.some((word) => assent.has(word)) && all.every((word) => assent.has(word) || aroundAssent.has(word))
  );
}

/**
 * Classifies one text. An opt-out is checked first, so that nothing can hide it; danger is checked before everything
 * that would delay it, even in a text that looks automatic ("I can't talk right now. I want to kill myself").
 */
export function classifyText({ body, mediaTypes }: InboundText): TextKind {
  const keyword = matchKeyword(body);
  if (keyword === 'stop') return keyword;
  if (isTapback(body)) return 'tapback';
  if (isAutoresponse(body)) return isCrisis(withoutAdvice(body)) ? 'crisis' : 'autoresponse';
  if (isCrisis(body)) return 'crisis';
  if (keyword) return keyword;
  if (isJoin(body)) return 'join_code';
  // A picture is refused even with text, because the text usually asks about the picture.
  if (mediaTypes.some((type) => !textMedia.test(type.trim()))) return 'media';
  const words = plainWords(body);
  if (words === '') return /\p{Extended_Pictographic}/u.test(body) ? 'small_talk' : 'empty';
  return matchCommand(body) ?? (isSmallTalk(words) ? 'small_talk' : 'question');
}
