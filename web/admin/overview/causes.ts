import { formatCode } from '../format.ts';

/** Short meanings of the most common codes, from the carrier's error dictionary. */
const meanings: Readonly<Record<string, string>> = {
  '21211': 'not a number that can get texts',
  '21408': 'this country is not allowed',
  '21610': 'opted out at the carrier',
  '21614': 'not a mobile number',
  '30002': 'our carrier account is suspended',
  '30003': 'phone off or out of reach',
  '30004': 'blocked by the recipient',
  '30005': 'unknown number',
  '30006': 'a landline',
  '30007': 'filtered as spam',
  '30008': 'unknown, at the phone’s network',
  '30034': 'our number is not registered',
};

/** What a code of the carrier means; undefined for a rare one. */
export function carrierMeaning(code: string): string | undefined {
  return meanings[code];
}

/** Why the model gave no answer (server/answers). */
const modelReasons: Readonly<Record<string, string>> = {
  unavailable: 'the model was unavailable',
  circuit_open: 'every model was failing',
  budget_spent: 'the budget of the day was spent',
  no_turn: 'no turn in time',
  timeout: 'too slow',
  deadline: 'out of time',
};

/** The failing party, by the part of the cause before the dot. */
const parties: Readonly<Record<string, string>> = {
  model: 'No answer',
  carrier: 'Refused by the carrier',
  delivery: 'Not delivered',
};

/** Describes a cause such as `delivery.30005`; a code of the carrier is kept as a note, to look it up. */
export function causeRow([cause, count]: readonly [string, number]) {
  const [party = '', ...rest] = cause.split('.');
  const code = rest.join('.');
  const meaning = meanings[code] ?? modelReasons[code] ?? formatCode(code).toLowerCase();
  return {
    label: `${parties[party] ?? formatCode(party)}: ${meaning}`,
    note: /^\d+$/.test(code) && meaning !== code ? code : undefined,
    count,
  };
}
