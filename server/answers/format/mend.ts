import { institutionHost, marks, withoutListedWays } from './listed-ways.ts';
import { anyMark, markClose, markOpen } from './marks.ts';
import { withoutOpenItem } from './open-item.ts';
import { splitSentences } from './sentences.ts';

/** Sources, those of institutions included. */
const source = `(?:${anyMark}|[a-z0-9.-]{1,60}${institutionHost})`;
const namesInstitution = new RegExp(institutionHost);
/** A phone number that is not marked stays: a lifeline's, or one that was asked for. */
const numberThatStays =
  '(?:\\d{3}[-. ]\\d{4}(?!\\d)|(?<!\\w)(?:1-)?8\\d\\d-(?=[\\d-]{0,8}[A-Z])[A-Z\\d-]{4,12}|(?<!\\d)(?:911|988|[2-8]11|741741|88788)(?!\\d))';
const namesNumber = new RegExp(numberThatStays);
const inBrackets = new RegExp(
  ` ?[(（](?:(?:sources?|via|see|from|per|by|at|or|call|text|phone|tel|tty|tdd|e?mail|web|website)[:.]?,? ?){0,2}${source}(?:(?:,|;| and| or|,? and|,? or)? ?${source}){0,5}[)）]`,
  'gi',
);
/** "according to weather.com", "via weather.com", "Source: weather.com". */
const credit = new RegExp(
  `(?:^|,? )(?:(?:as )?(?:reported|stated|listed|noted|forecast|published|provided) (?:by|on|at)|according to|per|via|courtesy of|sources?:) (?:the (?:website|site) )?${marks},?(?= |[.;!?]|$)`,
  'gi',
);
/** ", (312) 555-0100," after an address. */
const aside = new RegExp(`[,;] ?(?:(?:or|and) )?${marks}(?=[,.;!?)]|$)`, 'g');
/** The same where names are listed, which stay. */
const nameless = new RegExp(`[,;] ?(?:(?:or|and) )?${markOpen}${markClose}(?=[,.;!?)]|$)`, 'g');
/** "Amazon.com, Costco.com, and Target.com": a list of names, of which none is an aside. */
const named = `${markOpen}[^${markOpen}${markClose}]{1,20}${markClose}`;
const namesSeveral = new RegExp(`${named}(?:, (?:and |or )?| and | or )${named}`);
const sellsOrShows = /\b(?:buy|order|stream|watch|rent)\b/i;
const clauses =
  '(?<=[;]) |(?<=,) (?=(?:and|but|or|so|while|though|although|yet|which|where|see|visit|check|call|text|contact|order) )| - | – | — |(?<=[，；])';
/** Between such a number and another way to reach someone: "call 988 | or chat at …", "visit … | or call 988". */
const nextToNumber = `(?<=${numberThatStays}[^${markOpen}${markClose};]{0,60}),? (?:or|and) (?=(?:(?! or | and )[^${markOpen}${markClose};,]){0,60}${markOpen})|(?<=${markClose}[^${markOpen}${markClose};,]{0,40}),? (?:or|and) (?=[^${markOpen}${markClose};,]{0,60}${numberThatStays})`;
const clausesAndWays = new RegExp(`${clauses}|${nextToNumber}`);

const verbs = `(?:sign|log)(?:ging)?[ -]?(?:in|on|up)|visit(?:ing)?|go(?:ing)? (?:to|online)|see|click|tap|check|open|read|learn|find|get|download|register|apply|enroll|renew|pay|verify|confirm|update|restore|unlock|reset|claim|track|order|buy|book|reserve|call|dial|phone|text|contact|e?-?mail|write|send|reach|ask|enter|type|browse|search|look|follow|join|watch|stream|subscribe|scan|submit|report|complete|try|head|use|access|view|connect|donate|schedule|request|redeem|win|act|chat|message|more|details|source|sources|info|information|link|image|photo|available|here`;
const lead = `(?:please|just|then|now|simply|also|or|and|so|first|next|always|you(?:'ll| will)?|can|may|should|must|could|need to|have to|to|for|full|further|additional|detailed|live|the latest|a)`;
const onlyTheWay = new RegExp(
  `^\\W*(?:${lead},? ){0,6}(?:${verbs}|(?:it is|it's|they are|they're) (?:available|listed|posted|found|located|here|online))(?![\\p{L}])`,
  'iu',
);
/** "open Account", "then choose Cancel": a step of instructions that makes sense without the previous one. */
const step = '(?:then )?(?:open|choose|select|tap|click|press|pick) (?:on )?["“‘\']?\\p{Lu}';
const beginsWithStep = new RegExp(`^${step}`, 'u');
const steps = new RegExp(
  `${clauses}|${nextToNumber}|(?<=,) (?=${step}|(?:then )?(?:choose|select|pick) (?:the|your|an?) )`,
  'u',
);
const sayingWhere =
  /\b(?:web ?sites?|web ?pages?|sites?|pages?|portals?|links?|urls?|online|addresse?s?|apps?|homepage|domain|phone|telephone|number|hotline|line|fax|e-?mails?|inbox)\b/i;
const places = new RegExp(
  ` ?(?<![\\p{L}])(?:(?:online|directly|available|listed|posted|found|only|over the phone|by (?:phone|telephone|text|e-?mail|fax)) )?(?:at|on|via|from|by|to|through|in|with|near|under|using|(?:by )?(?:visiting|calling|texting|emailing|dialing))(?: (?:the |its |their )?(?:official )?(?:website|site|web page|page|number|phone|email|address)[,:]?)? ${marks}`,
  'gu',
);
/** Not whom to call: "Call now at …", "Call the number at …". */
const namesNoOne =
  '(?:(?:the|your|a|an|our|its|their) )?(?:or|and|to|for|at|on|in|by|via|with|through|from|now|today|anytime|ahead|first|directly|immediately|right|toll|free|us|me|them|him|her|it|this|that|if|is|number|numbers|line|hotline|helpline|phone number)(?![\\p{L}])';
/** "at (312) 555-0100" after "call Chase": the sentence says whom to call without it. */
const numberOfNamed = new RegExp(
  ` (?<=(?<![\\p{L}])(?:call|text|dial|contact)(?:ing)? (?!${namesNoOne})(?:\\p{L}|\\d{3}(?!\\d))[^${markOpen}${markClose},;:]{0,60} )(?:directly |toll[- ]free |anytime |24/7 )?(?:at|on|via|using|through) ${marks}`,
  'giu',
);
/** "Never call Microsoft at …": without the number it would warn of its owner. */
const warning = new RegExp(
  `(?:n['’]t|(?<![\\p{L}])(?:never|not|no|nunca)) (?:[\\p{L}]{1,12} )?(?:call|text|dial|phone|contact|reply|respond|send|visit|open|click|use|trust|log ?in|sign in|llame|marque|responda|conteste|abra|visite)(?![\\p{L}])[^${markOpen}${markClose};,.]{0,80}${markOpen}${markClose}`,
  'iu',
);
/** Words that end no sentence. */
const dangling =
  /(?<![\p{L}'])(?:the|a|an|of|to|in|on|at|by|for|from|and|or|but|is|are|was|were|with|about|via|per|than|as|its|their|his|her|your|our|my|be|called|named|see|visit|call|according)\W*$/iu;

/**
 * Removes the marks of a line. A sentence that only refers to something removed is dropped; any other loses the words
 * around the mark that mean nothing without it, or gets a name in its place.
 */
export function mended(line: string): string {
  const plain = /[(（]/.test(line) ? line.replace(inBrackets, '') : line;
  if (!plain.includes(markOpen)) return plain;
  const kept: string[] = [];
  for (const sentence of splitSentences(plain)) {
    for (const part of sentence.includes(markOpen) ? sentence.split(/(?<=\p{L}{4}[.!?] )/u) : [sentence]) {
      const said = part.includes(markOpen) ? mendedSentence(part) : part;
      kept.push(said === '' ? withoutOpenItem(kept.pop() ?? '') : said);
    }
  }
  return kept.join('');
}

/** The shortened sentence with its trailing spaces; empty when nothing is left. */
function mendedSentence(sentence: string): string {
  const end = /\s*$/.exec(sentence)?.[0] ?? '';
  const mark = /[.!?。！？।]+["'”’)]*$/u.exec(sentence.trimEnd())?.[0] ?? '';
  const inside = sentence.trimEnd().slice(0, sentence.trimEnd().length - mark.length);
  const uncredited = inside.replace(credit, '');
  const fewer = withoutMarks(warning.test(uncredited) ? uncredited : withoutAsides(uncredited));
  const words = fewer.replace(/^[\s,;:.-]+|[\s,;:-]+$/g, '');
  if (!saysSomething(words) || /^\d{1,2}[.)]$/.test(words)) return '';
  const begun = words === inside ? words : capitalized(words, inside);
  return `${begun}${begun.endsWith('.') ? mark.replace(/^\./, '') : mark}${end}`;
}

function withoutAsides(text: string): string {
  const listed = withoutListedWays(text.replace(numberOfNamed, ''));
  return listed.replace(namesSeveral.test(text) ? nameless : aside, '');
}

function withoutMarks(text: string): string {
  if (!text.includes(markOpen)) return text;
  const isInstruction = onlyTheWay.test(text);
  const parts = text.split(isInstruction ? steps : clausesAndWays);
  const clean = parts.filter((part) => !part.includes(markOpen));
  if (clean.some(standsAlone)) {
    const first = parts[0] ?? '';
    // The rest of a sentence may depend on the removed main clause.
    const kept = first.includes(markOpen) ? clean.slice(clean.findIndex(standsAlone)) : clean;
    return kept.join(' ').replace(/^(?:and|but|or|so|yet|while|though|although|then) /i, '');
  }
  const isList = namesSeveral.test(text);
  if (warning.test(text) || (isInstruction && !(isList && sellsOrShows.test(text)))) return '';
  const placed = isList ? text : text.replace(places, '');
  if (!placed.includes(markOpen)) return dangling.test(placed) ? '' : placed;
  // Many other languages inflect words: a name cannot replace an address there.
  const isForeign = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(
    placed.replace(/[\uE000-\uF8FF]/g, ''),
  );
  if (isForeign || sayingWhere.test(placed) || !/[\p{L}\p{N}]/u.test(placed.replace(new RegExp(anyMark, 'g'), '')))
    return '';
  const named = placed.replace(new RegExp(`${markOpen}([^${markClose}]+)${markClose}`, 'g'), '$1');
  return named.includes(markOpen) ? '' : named;
}

/**
 * Whether a clause has enough words, and does not only refer further ("which is", "for details", "to learn more"), unless
 * it is to an institution or a number that stays.
 */
function standsAlone(clause: string): boolean {
  const words = clause.replace(/^(?:and|but|or|so|yet) /i, '');
  const isOther = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words);
  if (isOther) return words.length >= 4;
  if (/^(?:which|where|while|though|although|for|to|if|when|because|or)\b/i.test(words)) return false;
  return (
    namesInstitution.test(words) ||
    namesNumber.test(words) ||
    beginsWithStep.test(words) ||
    (words.split(' ').length >= 3 && !onlyTheWay.test(words))
  );
}

function saysSomething(words: string): boolean {
  const isWord = /\p{L}{2}|\p{N}/u.test(words);
  return isWord && !dangling.test(words) && !/^(?:or|and|but)$/i.test(words);
}

function capitalized(words: string, before: string): string {
  return /^\W*\p{Lu}/u.test(before) ? words.slice(0, 1).toUpperCase() + words.slice(1) : words;
}
