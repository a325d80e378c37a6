import type { Language } from '#contract/language.ts';
import { withoutAccents } from '#server/platform/without-accents.ts';

import { add, divide, multiply, type Rational, readRational, whole } from './rational.ts';

/** A unit: its size in base units of its kind, and the names that it is written with. */
export type Unit = {
  readonly kind: string;
  readonly toBase: Rational;
  /** Added before scaling; only temperatures have a shifted zero. */
  readonly shift: Rational;
  readonly names: Readonly<Record<Language, readonly [one: string, many: string]>>;
};

type Row = readonly [kind: string, size: string, english: string, spanish: string, others: string];

/**
 * kind | base units in one, as a product | English one, many | Spanish one, many | other names. Exact by definition: the
 * inch is 2.54 cm and the pound 0.45359237 kg (international agreement, 1959), the US gallon 231 cubic inches (NIST
 * Handbook 44, appendix C). Ambiguous names are US customary units, but "gr" is left to the model: a grain on old drug
 * labels, a gram on Spanish packages. Months and years have no fixed length and are left to the model.
 */
const rows: readonly Row[] = [
  ['length', '0.0254', 'inch, inches', 'pulgada, pulgadas', 'in, "'],
  ['length', '0.3048', 'foot, feet', 'pie, pies', "ft, '"],
  ['length', '0.9144', 'yard, yards', 'yarda, yardas', 'yd, yds'],
  ['length', '1609.344', 'mile, miles', 'milla, millas', 'mi'],
  ['length', '1852', 'nautical mile, nautical miles', 'milla náutica, millas náuticas', 'nmi'],
  ['length', '0.001', 'millimeter, millimeters', 'milímetro, milímetros', 'mm, millimetre, millimetres'],
  ['length', '0.01', 'centimeter, centimeters', 'centímetro, centímetros', 'cm, cms, centimetre, centimetres'],
  ['length', '1', 'meter, meters', 'metro, metros', 'm, metre, metres'],
  ['length', '1000', 'kilometer, kilometers', 'kilómetro, kilómetros', 'km, kms, kilometre, kilometres'],
  ['weight', '0.45359237 / 16', 'ounce, ounces', 'onza, onzas', 'oz'],
  ['weight', '0.45359237', 'pound, pounds', 'libra, libras', 'lb, lbs'],
  ['weight', '0.45359237 * 14', 'stone, stone', 'stone, stone', 'stones'],
  ['weight', '0.45359237 * 2000', 'ton, tons', 'tonelada corta, toneladas cortas', 'short ton, short tons, us ton'],
  ['weight', '0.000001', 'milligram, milligrams', 'miligramo, miligramos', 'mg'],
  ['weight', '0.001', 'gram, grams', 'gramo, gramos', 'g, gm, gms'],
  ['weight', '1', 'kilogram, kilograms', 'kilo, kilos', 'kg, kgs, kilogramo, kilogramos'],
  ['weight', '1000', 'metric ton, metric tons', 'tonelada, toneladas', 'tonne, tonnes'],
  ['volume', '3.785411784 / 768', 'teaspoon, teaspoons', 'cucharadita, cucharaditas', 'tsp, tsps'],
  ['volume', '3.785411784 / 256', 'tablespoon, tablespoons', 'cucharada, cucharadas', 'tbsp, tbsps, tbs'],
  [
    'volume',
    '3.785411784 / 128',
    'fluid ounce, fluid ounces',
    'onza líquida, onzas líquidas',
    'fl oz, floz, fl ounce, fl ounces',
  ],
  ['volume', '3.785411784 / 16', 'cup, cups', 'taza, tazas', ''],
  ['volume', '3.785411784 / 8', 'pint, pints', 'pinta, pintas', 'pt, pts'],
  ['volume', '3.785411784 / 4', 'quart, quarts', 'cuarto de galón, cuartos de galón', 'qt, qts'],
  ['volume', '3.785411784', 'gallon, gallons', 'galón, galones', 'gal, gals'],
  ['volume', '0.001', 'milliliter, milliliters', 'mililitro, mililitros', 'ml, mls, cc, millilitre, millilitres'],
  ['volume', '1', 'liter, liters', 'litro, litros', 'l, litre, litres'],
  ['volume', '28.316846592', 'cubic foot, cubic feet', 'pie cúbico, pies cúbicos', 'cu ft'],
  ['volume', '764.554857984', 'cubic yard, cubic yards', 'yarda cúbica, yardas cúbicas', 'cu yd'],
  ['area', '0.09290304', 'square foot, square feet', 'pie cuadrado, pies cuadrados', 'sq ft, sqft, sq feet'],
  ['area', '0.83612736', 'square yard, square yards', 'yarda cuadrada, yardas cuadradas', 'sq yd, sq yards'],
  [
    'area',
    '2589988.110336',
    'square mile, square miles',
    'milla cuadrada, millas cuadradas',
    'sq mi, sq miles, sq mile',
  ],
  ['area', '4046.8564224', 'acre, acres', 'acre, acres', ''],
  ['area', '10000', 'hectare, hectares', 'hectárea, hectáreas', ''],
  ['area', '1', 'square meter, square meters', 'metro cuadrado, metros cuadrados', 'sq m, sqm'],
  ['speed', '0.44704', 'mile per hour, miles per hour', 'milla por hora, millas por hora', 'mph'],
  [
    'speed',
    '1 / 3.6',
    'kilometer per hour, kilometers per hour',
    'kilómetro por hora, kilómetros por hora',
    'kph, kmh, km/h, kmph',
  ],
  ['speed', '1', 'meter per second, meters per second', 'metro por segundo, metros por segundo', 'm/s'],
  ['speed', '1852 / 3600', 'knot, knots', 'nudo, nudos', 'kts'],
  ['time', '1', 'second, seconds', 'segundo, segundos', 'sec, secs'],
  ['time', '60', 'minute, minutes', 'minuto, minutos', 'min, mins'],
  ['time', '3600', 'hour, hours', 'hora, horas', 'hr, hrs'],
  ['time', '86400', 'day, days', 'día, días', ''],
  ['time', '604800', 'week, weeks', 'semana, semanas', 'wk, wks'],
];

const zero = whole(0);

function exact(text: string): Rational {
  return readRational(text) ?? zero;
}

/** "0.45359237 / 16", exactly. */
function sizeOf(product: string): Rational {
  const [first = '', sign, second = ''] = product.split(' ');
  if (sign === undefined) return exact(first);
  return sign === '/' ? divide(exact(first), exact(second)) : multiply(exact(first), exact(second));
}

type Scale = { readonly toBase: Rational; readonly shift: Rational };

const celsius: Scale = { toBase: whole(1), shift: exact('273.15') };
const fahrenheit: Scale = { toBase: exact('5/9'), shift: exact('459.67') };

function temperature(scale: string, short: string, { toBase, shift }: Scale): [Unit, readonly string[]] {
  const spelled = ['', 'degree ', 'degrees ', 'deg ', 'grado ', 'grados '];
  const names = [
    short,
    scale.toLowerCase(),
    ...(short === 'c' ? ['centigrade', 'centigrados'] : ['farenheit', 'farenheight', 'fahrenheight']),
  ];
  const unit: Unit = {
    kind: 'temperature',
    toBase,
    shift,
    names: { en: [`degree ${scale}`, `degrees ${scale}`], es: [`grado ${scale}`, `grados ${scale}`] },
  };
  return [unit, spelled.flatMap((prefix) => names.map((name) => `${prefix}${name}`))];
}

function pairOf(text: string): readonly [string, string] {
  const [one = '', many = ''] = text.split(', ');
  return [one, many];
}

function unitOf([kind, size, english, spanish, others]: Row): [Unit, readonly string[]] {
  const names = { en: pairOf(english), es: pairOf(spanish) };
  const short = others === '' ? [] : others.split(', ');
  return [{ kind, toBase: sizeOf(size), shift: zero, names }, [...names.en, ...names.es, ...short]];
}

const all = [...rows.map(unitOf), temperature('Celsius', 'c', celsius), temperature('Fahrenheit', 'f', fahrenheit)];

/** Every unit by each of its names, in lower case and without accents. */
export const unitsByName: ReadonlyMap<string, Unit> = new Map(
  all.flatMap(([unit, names]) => names.map((name) => [plain(name), unit] as const)),
);

function plain(name: string): string {
  return withoutAccents(name).toLowerCase();
}

/** An amount of a unit in base units of its kind. */
export function inBase(amount: Rational, { toBase, shift }: Unit): Rational {
  return multiply(add(amount, shift), toBase);
}
