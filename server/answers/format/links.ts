import { brand } from '#contract/brand.ts';

/**
 * Brackets around what a link became, until its sentence is judged: private-use characters, which the text itself can no
 * longer hold when it comes here.
 */
const OPEN = '\uE000';
const CLOSE = '\uE001';

/**
 * Names that only such institutions can register, and our own: these stay as they are. Every other name is spelled
 * ("usps dot com"), so that no phone makes a link of what a web page may have planted (security.md, T12).
 */
const allowedHost = new RegExp(`(?:^|\\.)${brand.domain.replaceAll('.', '\\.')}$|\\.(?:gov|mil|edu)$`);
/** Shortened, numeric and punycode addresses say nothing in words. */
const wordless =
  /^(?:bit\.ly|t\.co|tinyurl\.com|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|rb\.gy|lnkd\.in|youtu\.be|a\.co|g\.co)$|^[\d.]+$|xn--|[^a-z0-9.-]/;
const HOST_CHARS_MAX = 32;
const HOST_LABELS_MAX = 3;

/** Ends of file names that are no top-level domain: "node.js", "notes.txt". */
const fileEnding =
  /\.(?:js|ts|jsx|tsx|txt|html?|pdf|exe|json|xml|csv|jpe?g|png|gif|docx?|xlsx?|pptx?|mp3|mp4|wav|css|dll|bat|ini|log|dat)$/i;

/** Before these even one letter is a name ("x.com"); before others it is "p.m.so" or the like. */
const everydayEnding = /\.(?:com|org|net|info|biz|io|co|app|dev|xyz|tv|ai)$/i;

const rest = '[^\\s<>"\'“”‘’()|\\]\\uE000\\uE001]{0,2000}';
const addresses = new RegExp(`(?:mailto:|[a-z][a-z0-9+.-]{0,15}://|(?<!\\w)www\\.)${rest}`, 'gi');
const bareHosts = new RegExp(
  `(?<![\\w@\\uE000-]|[\\w-]\\.)((?:[a-z0-9-]{1,63}\\.){1,6}[a-z]{2,24})(?![\\w@-])(?::\\d{1,5})?(?:[/?#]${rest})?`,
  'gi',
);
const inBrackets = new RegExp(
  ` ?\\((?:(?:source|via|see|from|per):? )?${OPEN}[^()${OPEN}]*${CLOSE}(?:[,;]? ${OPEN}[^()${OPEN}]*${CLOSE})*\\)`,
  'gi',
);
const wordlessWithLead = new RegExp(`(?: (?:at|via|on|from|see|visit|to|here))?:? ?${OPEN}${CLOSE}`, 'g');

/** Beginnings of sentences that are nothing but the way to a page; a basic phone cannot follow it. */
const onlyTheWay =
  /^(?:(?:you can )?(?:learn|read|see|find out|find|get) more|for (?:more|further|full|additional|detailed|the latest|live)|more (?:info|information|details)|click|tap|source|sources|via|(?:full|further|more) (?:story|article|details|recipe|list)|details|image|photo|link|here is (?:the|a) link|check (?:it )?out)\b/i;

/**
 * A line without links. Bare addresses become the words of their name, sources in brackets go, and a sentence that only
 * sends the reader to a page goes as a whole. Mail addresses, decimals, times and abbreviations stay.
 */
export function withoutLinks(line: string): string {
  if (!/[.:]/.test(line)) return line;
  const marked = line.replace(addresses, sayAddress).replace(bareHosts, sayHost);
  if (!marked.includes(OPEN)) return marked;
  return marked
    .replace(inBrackets, '')
    .split(/(?<=[.!?]) (?=\S)/)
    .filter((sentence) => !(sentence.includes(OPEN) && onlyTheWay.test(sentence)))
    .join(' ')
    .replace(wordlessWithLead, '')
    .replaceAll(OPEN, '')
    .replaceAll(CLOSE, '');
}

function sayAddress(match: string): string {
  const [address, after] = withoutEndMarks(match);
  if (/^mailto:/i.test(address)) return address.slice('mailto:'.length) + after;
  const host = /^(?:[^/@]*@)?([^/:?#]*)/.exec(address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))?.[1] ?? '';
  return `${OPEN}${wordsOf(host)}${CLOSE}${after}`;
}

/** Tells a host from "p.m.", "U.S.", "J.K.Rowling", "end.Next" and file names. */
function sayHost(match: string, host: string): string {
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  const name = labels.at(-2) ?? '';
  const isOneCase = ending === ending.toLowerCase() || host === host.toUpperCase();
  const isShort = name.length < 2 && !everydayEnding.test(host);
  if (!isOneCase || isShort || fileEnding.test(host)) return match;
  const [, after] = withoutEndMarks(match);
  return `${OPEN}${wordsOf(host)}${CLOSE}${after}`;
}

/** What to say for a host; empty when words would tell nobody anything. */
function wordsOf(host: string): string {
  const name = host.replace(/^www\./i, '');
  const lower = name.toLowerCase();
  if (allowedHost.test(lower)) return lower;
  const labels = name.split('.');
  const isTooLong = name.length > HOST_CHARS_MAX || labels.length > HOST_LABELS_MAX || labels.length < 2;
  return isTooLong || wordless.test(lower) ? '' : labels.join(' dot ');
}

function withoutEndMarks(match: string): [address: string, after: string] {
  let end = match.length;
  while (end > 0 && '.,;:!?…*_'.includes(match[end - 1] ?? ' ')) end -= 1;
  return [match.slice(0, end), match.slice(end)];
}
