import { plainInline } from './markdown-inline.ts';

/** `title` is a line in bold: it introduces like a heading, but stays as text when nothing follows. */
type Piece = { readonly kind: 'heading' | 'title' | 'item' | 'text' | 'gap'; readonly text: string };

/** A longer line in bold is an emphasized sentence. */
const titleCharsMax = 50;

const fence = /^ ?(?:`{3,}|~{3,})/;
const rule = /^ ?(?:[-*_=](?: ?[-*_=]){2,}) ?$/;
const heading = /^ ?#{1,6} (?=\S)/;
const boldLine = /^ ?(\*\*|__)((?:(?!\*\*|__).)+)\1 ?:? ?$/;
const bullet = /^ ?(?:\*\*)?[-*+•‣◦▪●○·–—►▶➤➔] (?:\[[ xX]\] )?(?=\S)/;
const numbered = /^ ?(\*\*|__)?(\d{1,2})[.)] (?=\S)/;
const quote = /^ ?(?:> ?)+(?! ?[\d$=])/;
const tableRule = /^ ?\|? ?:?-+:? ?(?:\| ?:?-+:? ?)*\|? ?$/;
const linkDefinition = /^ ?\[[^\]\n]{1,100}\]: ?\S/;
/** From here on there are only sources. */
const sourcesHeading =
  /^\W{0,6}(?:sources?|references?|citations?|footnotes?|further reading|learn more|fuentes|referencias)\W{0,4}$/i;
const sourcesLine = /^\W{0,6}(?:sources?|references?|citations?|fuentes?)\W{0,4}: /i;

/**
 * Markdown as one line of sentences. Headings introduce what follows them ("Monday: sunny"), items and table rows get a
 * period where they have no end mark; list numbers, rules and lists of sources are removed.
 */
export function plainLine(markdown: string): string {
  const lines = withTables(markdown.split('\n'));
  return joined(piecesOf(lines));
}

function piecesOf(lines: readonly string[]): Piece[] {
  const inList = numbersOfLists(lines);
  const pieces: Piece[] = [];
  for (const [index, line] of lines.entries()) {
    if (fence.test(line) || rule.test(line) || linkDefinition.test(line) || sourcesLine.test(line)) continue;
    if (sourcesHeading.test(line) && pieces.length > 0) break;
    const piece = pieceOf(line.replace(quote, ''), inList.has(index));
    const text = plainInline(piece.text).trim();
    if (text !== '') pieces.push({ kind: piece.kind, text });
    else if (pieces.at(-1)?.kind !== 'gap') pieces.push({ kind: 'gap', text });
  }
  return pieces;
}

function pieceOf(line: string, isNumbered: boolean): Piece {
  if (heading.test(line)) return { kind: 'heading', text: withoutClosingHashes(line.replace(heading, '')) };
  const bold = boldLine.exec(line)?.[2];
  if (bold !== undefined && bold.length <= titleCharsMax)
    return { kind: 'title', text: isNumbered ? bold.replace(numbered, '') : bold };
  if (isNumbered) return { kind: 'item', text: line.replace(numbered, '$1') };
  return bullet.test(line) ? { kind: 'item', text: line.replace(bullet, '') } : { kind: 'text', text: line };
}

function withoutClosingHashes(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '#' || text[end - 1] === ' ')) end -= 1;
  return text[end] === ' ' || end === text.length ? text.slice(0, end) : text;
}

/**
 * The lines whose "3." numbers a list item and is not part of the answer: an adjacent number continues the sequence.
 */
function numbersOfLists(lines: readonly string[]): ReadonlySet<number> {
  const found = lines.flatMap((line, index) => {
    const match = numbered.exec(line);
    return match ? [{ index, number: Number(match[2]) }] : [];
  });
  const inSequence = found.filter(({ number }, at) => {
    const previous = found[at - 1]?.number;
    const next = found[at + 1]?.number;
    return previous === number - 1 || next === number + 1 || (number === 1 && (previous === 1 || next === 1));
  });
  return new Set(inSequence.map(({ index }) => index));
}

/** Table rows become items: "| Mon | 72 | 55 |" under "| Day | High | Low |" is "Mon: High 72, Low 55". */
function withTables(lines: readonly string[]): string[] {
  const plain: string[] = [];
  let headers: string[] | null = null;
  for (const [index, line] of lines.entries()) {
    const isRow =
      line.includes('|') && (/^ ?\|/.test(line) || headers !== null || tableRule.test(lines[index + 1] ?? ''));
    if (!isRow || line.length > 4000) {
      headers = null;
      plain.push(line);
    } else if (tableRule.test(line)) {
      headers ??= [];
    } else if (tableRule.test(lines[index + 1] ?? '') && headers === null) {
      headers = cellsOf(line);
    } else {
      plain.push(`- ${rowText(cellsOf(line), headers ?? [])}`);
    }
  }
  return plain;
}

function cellsOf(row: string): string[] {
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}

function rowText([first = '', ...rest]: readonly string[], [, ...headers]: readonly string[]): string {
  const named = rest.map((value, index) =>
    rest.length > 1 && value !== '' ? `${headers[index] ?? ''} ${value}` : value,
  );
  const said = named
    .map((value) => value.trim())
    .filter(Boolean)
    .join(', ');
  return first !== '' && said !== '' ? `${first}: ${said}` : first + said;
}

const endMark = /[.!?…:;,。！？：；，、।۔؟،؛][)\]"'”’»*_]{0,3}$/u;

/** Sentences on one line. A line that begins in lower case continues the sentence; any other begins a new one. */
function joined(pieces: readonly Piece[]): string {
  let line = '';
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'gap') continue;
    const next = pieces.slice(index + 1, index + 3).find(({ kind }) => kind !== 'gap');
    // An empty heading is dropped, unless it is the whole answer.
    if (piece.kind === 'heading' && line !== '' && next === undefined) continue;
    if (piece.kind === 'heading' && next?.kind === 'heading') continue;
    line += `${line === '' ? '' : ' '}${piece.text}`;
    if (next === undefined || endMark.test(piece.text)) continue;
    const goesOn = piece.kind === 'text' && pieces[index + 1]?.kind === 'text' && /^\p{Ll}/u.test(next.text);
    if (!goesOn) line += piece.kind === 'heading' || piece.kind === 'title' ? ':' : fullStopOf(piece.text);
  }
  return line;
}

function fullStopOf(text: string): string {
  const end = text.slice(-6);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(end)) return '。';
  return /[\p{Script=Devanagari}\p{Script=Bengali}]/u.test(end) ? '।' : '.';
}
