import { own } from '#server/platform/own.ts';

/** Units of length whose square and cube have everyday names in the US. */
const english: ReadonlySet<string> = new Set(
  'mm cm m km in ft yd mi inch inches foot feet yard yards mile miles meter meters metre metres kilometer kilometers'.split(
    ' ',
  ),
);
/** What a Spanish answer calls the units of the US, one and many. */
const spanish: Readonly<Record<string, readonly [one: string, many: string]>> = {
  in: ['pulgada', 'pulgadas'],
  ft: ['pie', 'pies'],
  yd: ['yarda', 'yardas'],
  mi: ['milla', 'millas'],
};
const metric = /^(?:mm|cm|m|km)$/;
const inFull = /^(?:metro|cent[ií]metro|kil[oó]metro|pie|pulgada|yarda|milla)s?$/;
/** Before one unit: "1 m²", "por m²". */
const beforeOne = /(?:(?<![\d.,/])1|(?<!\p{L})(?:una?|por|cada|el|del|al)) ?$/iu;

type Written = { readonly unit: string; readonly power: '2' | '3'; readonly before: string };

/**
 * A squared or cubic unit of length in words: "5 m²" is "5 sq m", and in Spanish "5 m cuadrados".
 * `before` is the end of the text up to the unit.
 * @returns null for any other word
 */
export function squaredUnit(written: Written, language: 'en' | 'es'): string | null {
  return language === 'es' ? (inSpanish(written) ?? inEnglish(written)) : (inEnglish(written) ?? inSpanish(written));
}

function inEnglish({ unit, power }: Written): string | null {
  if (!english.has(unit.toLowerCase())) return null;
  const kind = power === '2' ? 'sq' : /^(?:in|ft|yd|mi)$/i.test(unit) ? 'cu' : 'cubic';
  return `${kind} ${unit}`;
}

function inSpanish({ unit, power, before }: Written): string | null {
  const name = unit.toLowerCase();
  const isFull = inFull.test(name);
  const names = own(spanish, name);
  if (!isFull && names === undefined && !metric.test(name)) return null;
  const isOne = isFull ? !name.endsWith('s') : beforeOne.test(before);
  const said = names?.[isOne ? 0 : 1] ?? unit;
  const gender = /[a-z]{3}as?$/.test(said) ? 'a' : 'o';
  return `${said} ${power === '2' ? 'cuadrad' : 'cúbic'}${gender}${isOne ? '' : 's'}`;
}
