const small: Readonly<Record<string, number>> = Object.fromEntries(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10]),
);
const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** Writes number words as digits: "twenty-five times two hundred" becomes "25 times 200". Other words stay. */
export function digitsForWords(text: string): string {
  const out: string[] = [];
  let sum: number | null = null;
  let group = 0;
  function flush(): void {
    if (sum !== null) out.push(String(sum + group));
    sum = null;
    group = 0;
  }
  const words = text
    .replaceAll(/\b(\d+(?:\.\d+)?) (thousand|million|billion)\b/g, (_all, amount: string, scale: string) =>
      String(Number(amount) * (scales[scale] ?? 1)),
    )
    .replaceAll(/\b(\w+ty)-(\w+)\b/g, '$1 $2')
    .replaceAll(/\b(hundred|thousand|million) and\b/g, '$1')
    .split(' ');
  for (const word of words) {
    const value = small[word] ?? tens[word];
    if (value !== undefined) group += value;
    else if (word === 'dozen') group = Math.max(group, 1) * 12;
    else if (sum !== null && word === 'hundred') group *= 100;
    else if (sum !== null && scales[word] !== undefined) {
      sum += group * scales[word];
      group = 0;
    } else {
      flush();
      out.push(word);
      continue;
    }
    sum ??= 0;
  }
  flush();
  return out.join(' ');
}

/** Numbers as people type them: `1,250.50`, `.5`, `1/2`, `1 1/2`. */
export const amountPattern = String.raw`(?:\d+ )?\d+\/\d+|\d[\d,]*(?:\.\d+)?|\.\d+`;

/** Parses a match of `amountPattern`. */
export function readAmount(text: string): number {
  const fraction = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(text.trim());
  if (fraction) return Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3]);
  return Number(text.replaceAll(',', ''));
}

/** Formats a number, e.g. `1,234.5`; very large and very small ones as powers of ten. */
export function writeNumber(value: number, digitsMax = 10): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) {
    const [mantissa = '', exponent = ''] = value.toExponential(4).split('e');
    return `${Number(mantissa)} x 10^${Number(exponent)}`;
  }
  return value.toLocaleString('en-US', { maximumSignificantDigits: digitsMax });
}

/** The value rounded to `digits` significant digits, and whether that changed it. */
export function roundTo(value: number, digits: number): { text: string; isExact: boolean } {
  const rounded = Number(value.toPrecision(digits));
  const isExact = Math.abs(rounded - value) <= Math.abs(value) * 1e-9;
  return { text: writeNumber(rounded), isExact };
}

/** Money or a bare number, to the cent when it is not whole. */
export function writeMoney(value: number, sign: string): string {
  const digits = sign !== '' || !Number.isInteger(Number(value.toFixed(6))) ? 2 : 0;
  return `${sign}${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** A large count in words, e.g. `68.4 million`. */
export function writeCount(value: number): string {
  for (const [name, size] of [['billion', 1e9] as const, ['million', 1e6] as const]) {
    if (value >= size) return `${Number((value / size).toPrecision(3))} ${name}`;
  }
  return Math.round(value).toLocaleString('en-US');
}
