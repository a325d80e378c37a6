/**
 * An independent implementation of the rules for a text's contents (docs/reference/security.md#t32), for tests and
 * fuzzing only. It shares no code with the product: it reads character by character where the formatter matches patterns.
 */
export type Allowed = {
  readonly phone?: boolean;
  readonly mail?: boolean;
  readonly site?: boolean;
  readonly us?: boolean;
};

const dots = new Set(['.', '\u2024', '\uFE52', '\uFF0E', '\u3002', '\uFF61']);
const ideographicDots = new Set(['\u3002', '\uFF61']);
const abbreviations = new Set('ph.d m.sc b.sc m.ed ed.d psy.d m.phil pharm.d ee.uu p.ej'.split(' '));
const fileEndings = new Set(
  `js ts jsx tsx txt htm html pdf exe json xml csv jpg jpeg png gif doc docx xls xlsx ppt pptx mp3 mp4 wav css dll bat ini log
  dat yml yaml conf cfg cpp hpp java jar apk dmg iso rar tar gz sql php aspx jsp lua vbs svg webp heic bmp tiff epub torrent
  bak tmp rtf odt avi mkv flv ipynb toml`.split(/\s+/),
);
const names = new Set(['ASP.NET', 'VB.NET', 'ADO.NET', 'ML.NET', 'will.i.am']);
const safety = new Set('8002221222 8002738255 8007997233 8006564673 8006624357 8004224453 8008435678'.split(' '));

/** The forbidden contents of a text, one by one; empty for a text that may be sent. */
export function contactsIn(body: string, allowed: Allowed = {}): string[] {
  const characters = Array.from(body).filter((character) => !/\p{Cf}/u.test(character));
  return [
    ...dottedWords(characters).filter((word) => !mayHaveDots(word, allowed)),
    ...tellTales(characters.join(''), allowed),
    ...(allowed.phone === true ? [] : phonesIn(characters)),
    ...(allowed.us === true || !characters.filter(isLetter).join('').toLowerCase().includes('askline')
      ? []
      : ['our name']),
  ];
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/**
 * Each run of letters, digits and dots with a dot between two letters or digits. Letters of scripts without capitals, or
 * without spaces between words, belong to a run only next to a dot.
 */
function dottedWords(characters: readonly string[]): string[] {
  const isInside = (index: number): boolean => {
    const [before, dot, after] = [characters[index - 1], characters[index], characters[index + 1]];
    if (dot === undefined || !dots.has(dot) || !isWordPart(before) || !isWordPart(after)) return false;
    return !ideographicDots.has(dot) || /^[A-Za-z0-9]{2}$/.test(`${before}${after}`);
  };
  const belongs = (character: string, index: number): boolean => {
    if (isWordPart(character) && isOfCasedScript(character)) return true;
    if (/[-_@\p{M}]/u.test(character)) return true;
    return isWordPart(character) && (isInside(index - 1) || isInside(index + 1));
  };
  const words: string[] = [];
  let word = '';
  for (const [index, character] of [...characters, ' '].entries()) {
    if (isInside(index)) word += '.';
    else if (belongs(character, index)) word += character;
    else {
      if (word.includes('.')) words.push(word);
      word = '';
    }
  }
  return words;
}

function isOfCasedScript(character: string): boolean {
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}]/u.test(character);
}

function mayHaveDots(run: string, { mail = false, us = false }: Allowed): boolean {
  // An @ before a digit is a price or a time, and before a hyphen it begins no handle: neither is an address.
  const word = run.replace(/^(?:@(?=\d)|@?[-_\p{M}]+)+|[-_@]+$/gu, '');
  if (/^\d{0,2}[ap]\.m$/i.test(word)) return true;
  const [beforeAt = '', ...afterAt] = word.split('@');
  // "$1,299.99-@word": an address has a dot after its @, or a word right before it (tellTales).
  if (afterAt.length > 0 && !afterAt.join('').includes('.')) return mayHaveDots(beforeAt, { mail, us });
  if (afterAt.length > 0) return mail && /^\P{ASCII}*[\w.+-]+@[\w.-]+\P{ASCII}*$/u.test(word);
  // "10:30U.S.": digits that ran into initials.
  const parts = word
    .replace(/^\d+(?=\p{L}\.\p{L}$)/u, '')
    .split('.')
    .map((part) => part.replace(/^[-_]+|[-_]+$/g, ''));
  const last = parts.at(-1) ?? '';
  const isOctal =
    parts.length === 4 && parts.every((part) => /^0?[0-7]{1,3}$/.test(part)) && parts.some((part) => /^0\d/.test(part));
  // Octets may be hexadecimal; "3.0x4.0" and "12.0x4" have fewer than four, and are measures.
  if (
    isOctal ||
    (parts.length === 4 && parts.every((part) => /^(?:\d{1,3}|0x[\da-f]{1,8})$/i.test(part) && Number(part) < 256))
  )
    return false;
  const areDigitsAround = parts.every(
    (part, index) => (index === 0 || /^\p{N}/u.test(part)) && (index === parts.length - 1 || /\p{N}$/u.test(part)),
  );
  if (
    areDigitsAround ||
    parts.every((part) => Array.from(part).length === 1 && isLetter(part) && isOfCasedScript(part))
  )
    return true;
  if (/^[A-Z]{1,4}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d+$/.test(part))) return true;
  if (abbreviations.has(word.toLowerCase()) || names.has(word) || fileEndings.has(last.toLowerCase())) return true;
  return ['gov', 'mil', 'edu'].includes(last) || (us && word.endsWith('askline.example'));
}

function tellTales(text: string, { site, mail, phone }: Allowed): string[] {
  const shapes = [
    /:\/\//,
    /\bhxxps?:/i,
    /\bmailto:/i,
    /\bxn--/i,
    /[a-z0-9] ?[[({<](?:\.|dot)[\])}>] ?[a-z0-9]/i,
    /\b[a-z0-9-]+\.? \.(?:com|net|org)(?![\p{L}\p{N}])/u,
    /[a-z0-9]\. (?:com|net|org)(?![\p{L}\p{N}-])/u,
    ...(site === true ? [] : [/\b(?!the )\S+ dot (?:com|net|org|info|biz)\b/i]),
    /\b(?:\d{8,10}|\d+\.0x[\da-f]+)\/[a-z]/i,
    ...(phone === true
      ? []
      : [
          /\b1?8(?:00|88)(?:-(?!THE-LOST\b)[A-Z]+-?[A-Z]+|[ ]?[A-Z]{7,})\b/,
          /\b1[- ]8(?:00|88)[- ]\d{3}[- ][A-Z]{4}\b/,
          /\b[Cc]all (?:[a-z]+ ){0,3}(?:\d{3} )?[2-9]\d{6}\b/,
          /\b\d(?:-\d){9}\b/,
          /\b(?:text|send|env[ií]e) \w+ (?:to|al):?(?: short code)? "?(?!88788)\d{5}\b/i,
        ]),
    ...(mail === true ? [] : [/\w@\w/]),
  ];
  return shapes.flatMap((shape) => {
    const found = shape.exec(text)?.[0] ?? '';
    return found === '' || /^(?:a|the) [. ]?/i.test(found) ? [] : [found];
  });
}

/** Ten digits in groups of three, three and four with separators, or eleven with a 1, or at least eight after a plus. */
function phonesIn(characters: readonly string[]): string[] {
  const found: string[] = [];
  let run = '';
  for (const character of [...characters, '\n']) {
    if (/[\p{Nd}+() ._/\u2010-\u2015-]/u.test(character)) {
      run += character;
      continue;
    }
    found.push(...run.split(/\.(?= )|,/).filter(isPhone));
    run = '';
  }
  return found.map((phone) => phone.trim());
}

function isPhone(run: string): boolean {
  const groups = run.match(/\p{Nd}+/gu) ?? [];
  const digits = groups.join('');
  if (safety.has(digits.replace(/^1(?=\d{10}$)/, ''))) return false;
  if (/^ *\+\p{Nd}/u.test(run)) return digits.length >= 8 && !/ \+/.test(run.trim());
  const sizes = groups.map((group) => group.length).join('-');
  return (
    /[-()\u2010-\u2015._/]/.test(run.trim().replace(/\.$/, '')) &&
    /^(?:1-)?3-(?:3-4|7)$/.test(sizes) &&
    !/^ *1?[^\p{Nd}]*[01]/u.test(run.replace(/^ *1\P{Nd}/u, ''))
  );
}
