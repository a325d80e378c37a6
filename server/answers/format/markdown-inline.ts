/** The address of a Markdown link, which may hold one pair of brackets itself, and its title. */
const target =
  '\\(\\s?[^()\\s]{0,2000}(?:\\([^()\\s]{0,300}\\)[^()\\s]{0,2000})?(?:\\s"[^"\\n]{0,300}"|\\s\'[^\'\\n]{0,300}\')?\\s?\\)';
const images = new RegExp(`!\\[[^\\[\\]]{0,300}\\](?:${target}|\\[[^\\[\\]]{0,100}\\])`, 'g');
const links = new RegExp(`\\[([^\\[\\]]{0,500})\\](?:${target}|\\[[^\\[\\]]{0,100}\\](?!\\())`, 'g');

const citationMark =
  '\\^?(?:(?:web|source|src|ref|page|news|cite|citation|note|image|video|tool|doc|calculator_tools)s?[: ]{0,2})?\\d{1,3}';
const citations = new RegExp(` ?\\^?\\[${citationMark}(?: ?[,;–-] ?${citationMark})*\\](?:\\^|(?!\\())`, 'gi');
const oddCitations =
  / ?(?:【[^】\n]{0,80}】|\[(?:\^[\w-]{1,20}|source|sources|citation needed|citation|link|\d{1,3}†[^\]\n]{0,40})\])/gi;
/** Pronunciation, in characters that phones may not show: "/ˌserənˈdɪpəti/" or "[ˈwɔtər]". */
const pronunciations = /,? ?[/[](?=[^/\]\n]{0,60}[ˈˌəɪʊɛɔʃʒŋɑʌɹː])[^/\]\n]{1,60}[/\]]/gu;
/** A pound sign alone is a heading's, unless it is a key to press; "##002#" is dialed. */
const poundSigns =
  /(?<!\b(?:press|hit|push|dial|hold|enter|key|the|and|or|then|with|by|marque|oprima|presione|pulse|tecla|y|o)|\b(?:press|hit|push|dial|marque|oprima|presione|pulse) [^.!?\n]{1,60}[,;])(^|\s)#+(?=\s|$)|#{2,}(?!\d{2,3}#)/gi;
/** "*67", "*228", "*3282#", "*#06#" at the start of what is left. */
const dialedStar = /^\*(?:\d{2,3}(?!\d)|\d{2,5}#|#\d{2,5}#)/;
/** Words before "[1, 5]" that make it an interval or a list of numbers. */
const beforeInterval =
  /(?:\b(?:interval|domain|range|array|list|vector|set|between|from|matrix|coordinates?|on|over|is|in|be)|[=∈:×x*(])\s?$/i;

/**
 * One line of Markdown as plain text: links become their text; images, citations, emphasis, code marks and struck-out
 * words are removed. Multiplication ("2*3", "5 * 3"), powers ("2**3" is "2^3"), "snake_case", intervals ("[0, 5]" is
 * "(0, 5)") and what is dialed ("*67", "*#06#", "press #") stay.
 */
export function plainInline(line: string): string {
  return line
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(images, '')
    .replace(links, unlinked)
    .replace(links, unlinked)
    .replace(citations, withoutCitation)
    .replace(oddCitations, '')
    .replace(pronunciations, '')
    .replace(/~~[^~\n]{1,300}~~/g, '')
    .replace(/(\d) ?\*\* ?(?=\d)/g, '$1^')
    .replace(/((?<![\p{L}\p{N}]|\*\*)\p{L}|\))\*\*(?=\d)/gu, '$1^')
    .replace(/\*\*(?=\*#?\d{2,6}#?\*\*(?!\*))/g, '')
    .replace(/\*{2,}|_{2,}|`+|~{2,}/g, '')
    .replace(/\*/g, keepDialedOrMultiplication)
    .replace(/_/g, keepInsideWord)
    .replace(poundSigns, '$1')
    .replaceAll('[', '(')
    .replaceAll(']', ')');
}

/**
 * A footnote number that links to its source is a citation. Two citations next to each other ("[web:1][web:2]") look
 * like a link and its reference: the first stays for the citations' own step.
 */
function unlinked(link: string, label: string): string {
  if (/^\^?\d{1,3}$/.test(label)) return '';
  const alone = `[${label}]`;
  const isCitation = link.endsWith(']') && alone.replace(citations, '').replace(oddCitations, '') === '';
  return isCitation ? alone : label;
}

function withoutCitation(mark: string, offset: number, line: string): string {
  const numbers: readonly string[] = mark.match(/\d+/g) ?? [];
  const isNumbers = numbers.length > 1 && /^ ?\[[\d,; –-]+\]$/.test(mark);
  if (!isNumbers && !numbers.includes('0')) return '';
  // Sources are counted from 1; "[0, 5]" and "the interval [1, 5]" are mathematics.
  const isMathematics = numbers.includes('0') || beforeInterval.test(line.slice(Math.max(0, offset - 24), offset));
  return isMathematics ? mark.replace('[', '(').replace(']', ')') : '';
}

/** A star before a code is the code's own, unless the next star closes it as emphasis ("*67 people*"). */
function keepDialedOrMultiplication(star: string, offset: number, line: string): string {
  const isInWord = /[\p{L}\p{N})]/u.test(line[offset - 1] ?? ' ');
  if (isInWord || !dialedStar.test(line.slice(offset, offset + 8))) return keepMultiplication(star, offset, line);
  const next = line.indexOf('*', offset + 1);
  const isClosed = next > 0 && /[^\s*(]/.test(line[next - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(line[next + 1] ?? ' ');
  return isClosed ? '' : star;
}

function keepMultiplication(star: string, offset: number, line: string): string {
  const before = line[offset - 1] ?? ' ';
  const after = line[offset + 1] ?? ' ';
  const isSpaced = before === ' ' && after === ' ';
  const left = isSpaced ? (line[offset - 2] ?? ' ') : before;
  const right = isSpaced ? (line[offset + 2] ?? ' ') : after;
  return /[\p{L}\p{N})]/u.test(left) && /[\p{L}\p{N}($]/u.test(right) ? star : '';
}

function keepInsideWord(mark: string, offset: number, line: string): string {
  return /[\p{L}\p{N}]/u.test(line[offset - 1] ?? ' ') && /[\p{L}\p{N}]/u.test(line[offset + 1] ?? ' ') ? mark : '';
}
