import { own } from '#server/platform/own.ts';

/** Tags that models mix into their Markdown. Others are left alone: "x<y and y>z" is mathematics. */
const tagNames =
  'a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var';
const attributes = '(?:\\s{1,4}[a-zA-Z-]{1,20}(?:=(?:"[^"<>]{0,500}"|\'[^\'<>]{0,500}\'|[^\\s"\'<>]{1,500}))?){0,8}';
const tag = new RegExp(`<(/?)(${tagNames})${attributes}\\s{0,4}/?>`, 'gi');
/** "1<sup>1</sup>/<sub>2</sub>" is 1 1/2, and "1<sup>st</sup>" is 1st. */
const fraction = /(\d)?<sup>(\d{1,4})<\/sup>(?:\/|⁄|&frasl;)<sub>(\d{1,4})<\/sub>/gi;
const ordinal = /(?<=\d)<sup>(st|nd|rd|th)<\/sup>/gi;
const endsLine = /^(?:br|p|div|h[1-6]|hr|table|tr|ul|ol|dl|blockquote|pre)$/;

/** Elements whose content is not meant for the reader. */
const unseen: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<!--', '-->'],
];

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  cent: '¢',
  pound: '£',
  euro: '€',
  yen: '¥',
  copy: '©',
  reg: '®',
  trade: '™',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  sup2: '²',
  sup3: '³',
  prime: '′',
  Prime: '″',
  rarr: '→',
  larr: '←',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  eacute: 'é',
  ntilde: 'ñ',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  agrave: 'à',
  egrave: 'è',
  ccedil: 'ç',
  iquest: '¿',
  iexcl: '¡',
  szlig: 'ß',
  micro: 'µ',
  sect: '§',
  shy: '',
  zwnj: '',
};

/** HTML as Markdown: without tags, breaks and list items on separate lines, entities decoded. */
export function withoutHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  return unseen
    .reduce(withoutPart, text)
    .replace(
      fraction,
      (_all, whole: string | undefined, over: string, under: string) =>
        `${whole === undefined ? '' : `${whole} `}${over}/${under}`,
    )
    .replace(ordinal, '$1')
    .replace(tag, replaceTag)
    .replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}\d{0,2}));/g, decodeEntity);
}

function replaceTag(_tag: string, slash: string, name: string): string {
  const lower = name.toLowerCase();
  if (lower === 'sup') return slash ? '' : '^';
  if (lower === 'li') return slash ? '' : '\n- ';
  if (lower === 'td' || lower === 'th') return slash ? ', ' : '';
  return endsLine.test(lower) ? '\n' : '';
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return own(entities, name) ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Removes each part from `open` to `close`; an unclosed one extends to the end. */
function withoutPart(text: string, [open, close]: readonly [string, string]): string {
  const lower = text.toLowerCase();
  // Lower case of a few letters is longer than they are: then offsets do not match, and the part is left to the tags.
  if (lower.length !== text.length || !lower.includes(open)) return text;
  let kept = '';
  let from = 0;
  for (;;) {
    const start = lower.indexOf(open, from);
    if (start < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    const end = lower.indexOf(close, start);
    if (end < 0) return kept;
    from = end + close.length;
  }
}
