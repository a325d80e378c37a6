const english: Readonly<Record<string, number>> = {
  ...count(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...count('twenty thirty forty fifty sixty seventy eighty ninety', { from: 20, step: 10 }),
};
const spanish: Readonly<Record<string, number>> = {
  ...count(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  ),
  ...count('treinta cuarenta cincuenta sesenta setenta ochenta noventa', { from: 30, step: 10 }),
  ...count('cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos', {
    from: 100,
    step: 100,
  }),
  ciento: 100,
};
const values: ReadonlyMap<string, number> = new Map([...Object.entries(english), ...Object.entries(spanish)]);
const scales: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['mil', 1e3],
  ['millon', 1e6],
  ['millones', 1e6],
]);

function count(words: string, { from, step } = { from: 0, step: 1 }): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, nth) => [word, from + nth * step]));
}

/**
 * Writes number words as digits: "twenty-five times two hundred" becomes "25 times 200", "treinta y cinco" "35". Other
 * words stay. "1.5 million" becomes 1500000.
 */
export function digitsForWords(text: string): string {
  const words = text
    .replace(
      /\b(\d+(?:\.\d+)?) (thousand|million|billion|mil|millones|millon)\b/g,
      (all, amount: string, scale: string) => {
        const value = Number(amount) * (scales.get(scale) ?? 1);
        return Number.isSafeInteger(value) ? String(value) : all;
      },
    )
    .replace(/\b((?:twen|thir|for|fif|six|seven|eigh|nine)ty)-(\w+)\b/g, '$1 $2')
    .replace(/\b(hundred|thousand|million) and(?= \w)/g, '$1')
    .replace(
      /\b((?:trei|cuare|cincue|sese|sete|oche|nove)nta) y(?= (?:un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))/g,
      '$1',
    )
    .split(' ');
  const out: string[] = [];
  let sum: number | null = null;
  let group = 0;
  const flush = (): void => {
    if (sum !== null) out.push(String(sum + group));
    sum = null;
    group = 0;
  };
  for (const word of words) {
    const value = values.get(word);
    const scale = scales.get(word);
    if (value !== undefined) {
      // "Two three" are two numbers: only a smaller one continues the last.
      if (sum !== null && group > 0 && value >= smallestPlace(group)) flush();
      group += value;
    } else if (word === 'hundred' && sum !== null && group > 0) group *= 100;
    else if (scale !== undefined && (sum !== null || word === 'mil')) {
      // "Two thousand million": the larger scale counts all that is before it.
      const isLarger: boolean = sum !== null && sum > 0 && sum < scale;
      sum = isLarger ? ((sum ?? 0) + group) * scale : (sum ?? 0) + Math.max(group, 1) * scale;
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

/** What may still be added to a group: units after tens, tens after hundreds. */
function smallestPlace(group: number): number {
  if (group % 100 === 0) return 100;
  return group % 10 === 0 && group % 100 >= 20 ? 10 : 0;
}
