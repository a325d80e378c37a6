import { formatCode, nameOfCode } from '../format.ts';
import { overviewCopy } from '../overview-copy.ts';

const copy = overviewCopy.causes;
const carrierMeanings: Readonly<Record<string, string>> = copy.carrier;
const meanings: Readonly<Record<string, string>> = { ...copy.carrier, ...copy.model };

/** What a code of the carrier means; undefined for a rare one. */
export function carrierMeaning(code: string): string | undefined {
  return carrierMeanings[code];
}

/** Describes a cause such as `delivery.30005`; a code of the carrier is kept as a note, to look it up. */
export function causeRow([cause, count]: readonly [string, number]) {
  const [party = '', ...rest] = cause.split('.');
  const code = rest.join('.');
  const meaning = meanings[code] ?? formatCode(code).toLowerCase();
  return {
    label: copy.cause(nameOfCode(copy.parties, party), meaning),
    note: /^\d+$/.test(code) && meaning !== code ? code : undefined,
    count,
  };
}
