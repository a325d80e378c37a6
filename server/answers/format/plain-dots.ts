import { plainDomains } from './known-endings.ts';

/**
 * Characters that a reader or a phone takes for a dot (IDNA, RFC 5895, section 2, and the characters that NFKC makes
 * one of).
 */
const lookAlikes = /[\u2024\uFE52\uFF0E]/g;
/** Letters and digits in other widths and styles: "ｅｖｉｌ", "𝐞𝐯𝐢𝐥", "ⓔⓥⓘⓛ". */
const dressedUp = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7FF}\u24B6-\u24E9]/gu;

const aDot = '(?:\\.|dot|d0t|punto|punkt|точка|点|點)';
const inBrackets = new RegExp(`(?<=[\\p{L}\\p{N}]) ?[[({<（【] ?${aDot} ?[\\])}>）】] ?(?=[\\p{L}\\p{N}])`, 'giu');

const label = '[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}';
const spelled = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?!(?:the|a|an|no|every|each|any|of|with|in) dot )${label}) dot (?:${label} dot ){0,4}(?:com|net|org|info|biz|xyz|io|co|gov|edu|app|site|online|shop|top|link|[a-z]{2}(?=/))(?![\\w-])`,
  'giu',
);

/** Words before " .com" that refer to the ending, where "evil .com" is an address. */
const beforeEnding =
  /^(?:a|an|the|any|and|or|of|in|for|with|to|use|your|its|as|own|like|is|not|all|most|new|every|each|these|by|on|at|from|than|using|are)$/i;
const endings = `${plainDomains}|info|io|co|ru|cn|top|site|online|shop|me|ly|us|uk|tk|link`;
const blankBefore = new RegExp(
  `(?<![\\p{L}\\p{N}])([\\p{L}\\p{N}-]{1,63}) \\. ?(?:${endings}|${endings.toUpperCase()})(?![A-Za-z0-9])`,
  'gu',
);
/** "evil. com", but not "from 5. Net income". */
const blankAfter = new RegExp(`(?<=[\\p{L}\\p{N}-])\\. (?=(?:${plainDomains})(?![A-Za-z0-9'-]))`, 'gu');

/**
 * The line with every form of a dot inside an address replaced by a period ("evil[.]com", "evil．com", "evil dot
 * com", "evil .com"), letters and digits of every width and style replaced by plain ones, and "1.º" and "3.er" written
 * "1º" and "3er".
 */
export function plainDots(line: string): string {
  const plain = line
    .replace(lookAlikes, '.')
    .replace(/(?<=\d)\.(?=[ºª]|er(?!\p{L}))/gu, '')
    .replace(dressedUp, plainCharacter)
    .replace(/\uFF61/g, '。')
    .replace(/(?<=[A-Za-z0-9])。(?=[A-Za-z0-9])/g, '.')
    .replace(inBrackets, '.');
  const said =
    plain.search(/ dot /i) < 0 ? plain : plain.replace(spelled, (address) => address.replace(/ dot /gi, '.'));
  return said.search(/\. | \./) < 0 ? said : said.replace(blankBefore, joined).replace(blankAfter, '.');
}

/** ".NET" is a product. */
function joined(words: string, before: string): string {
  return beforeEnding.test(before) || words.endsWith('.NET') ? words : words.replace(/ \. ?/, '.');
}

function plainCharacter(character: string): string {
  const plain = character.normalize('NFKC');
  return /^[A-Za-z0-9]$/.test(plain) ? plain : character;
}
