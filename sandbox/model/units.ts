import { amountPattern, digitsForWords, readAmount, roundTo, writeNumber } from './numbers.ts';
import type { Skill } from './skill.ts';
import { type Unit, unitsByName } from './unit-table.ts';
import { nearest } from './words.ts';

const source = { title: 'NIST Handbook 44, appendix C', url: 'https://www.nist.gov/pml/owm/metric-si/unit-conversion' };

const lead =
  /^(?:convert|change|turn|what is|what are|how much is|how much are|how long is|how far is|how heavy is|how tall is)\s+/;
const howMany =
  /^how (?:many|much) (.+?) (?:(?:are|is) )?(?:there )?(?:(?:in|is|are|equals?|per|to|make|makes)(?: up)? )(.+)$/;
const joints = /\s(?:to|in|into|as|equals?|is how many|=)(?=\s)/g;
const quantity = new RegExp(`^(-?)(?:(${amountPattern})|(half an?|an?|1/2 an?))?\\s*([a-z°'"][a-z0-9°'"./ ]*?)$`);

/** Consecutive quantities, as in "5 ft 11 in". */
type Quantity = { readonly amount: number; readonly unit: Unit };

/** Conversions between units of one kind: length, weight, volume, area, temperature, speed, time, data, energy. */
export const unitConversion: Skill = (words) => {
  const text = digitsForWords(words.replace(lead, ''));
  const asked = howMany.exec(text);
  const pairs = asked ? [[asked[2] ?? '', asked[1] ?? '']] : splits(text);
  for (const [from = '', to = ''] of pairs) {
    const target = findUnit(to);
    const quantities = readQuantities(from);
    if (target && quantities && quantities.every(({ unit }) => unit.dimension === target.dimension)) {
      return { text: say(quantities, target), source };
    }
  }
  return null;
};

/** Every way to split a text at "to", "in" and the like: "in" may be the word or the inch. */
function splits(text: string): string[][] {
  return [...text.matchAll(joints)]
    .map(({ index, 0: joint }) => [text.slice(0, index), text.slice(index + joint.length)])
    .toReversed();
}

function findUnit(name: string): Unit | undefined {
  const plain = name.trim().replace(/^(?:a|an|the|us) /, '');
  const exact = unitsByName.get(plain) ?? unitsByName.get(plain.replaceAll('.', ''));
  if (exact || plain.length < 5) return exact;
  return unitsByName.get(nearest(plain, unitsByName.keys()) ?? '');
}

function readQuantities(text: string): Quantity[] | null {
  const compound = /^(\d+)\s*(?:'|ft|feet|foot)\s*(?:and )?(\d+(?:\.\d+)?)\s*(?:"|''|in|inch|inches)?$/.exec(
    text.trim(),
  );
  const parts = compound
    ? [`${compound[1]} foot`, `${compound[2]} inch`]
    : text.split(new RegExp(`(?<=[a-z]) (?:and )?(?=${amountPattern})`));
  const quantities = parts.map((part) => readQuantity(part));
  return quantities.every((quantity) => quantity !== null) ? quantities : null;
}

function readQuantity(text: string): Quantity | null {
  const match = quantity.exec(text.trim());
  if (!match) return null;
  const [, minus, amount, article, name = ''] = match;
  const unit = findUnit(name);
  if (!unit) return null;
  const size = amount !== undefined ? readAmount(amount) : article !== undefined && /half|1\/2/.test(article) ? 0.5 : 1;
  return { amount: minus === '-' ? -size : size, unit };
}

function say(quantities: Quantity[], target: Unit): string {
  const base = quantities.reduce((sum, { amount, unit }) => sum + amount * unit.toBase + unit.offset, 0);
  const value = (base - target.offset) / target.toBase;
  const { text, isExact } = target.dimension === 'temperature' ? toTenth(value) : roundTo(value, 5);
  const given = quantities.map(({ amount, unit }) => `${writeNumber(amount)} ${amount === 1 ? unit.one : unit.many}`);
  return `${given.join(' ')} is ${isExact ? '' : 'about '}${text} ${text === '1' ? target.one : target.many}.`;
}

/** Temperatures need no hundredths. */
function toTenth(value: number): { text: string; isExact: boolean } {
  const rounded = Number(value.toFixed(1));
  return { text: writeNumber(rounded), isExact: Math.abs(rounded - value) < 1e-9 };
}
