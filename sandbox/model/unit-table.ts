/** One unit and its names, the first singular, the second plural. `toBase` is exact where a standard defines it. */
export type Unit = {
  readonly dimension: string;
  readonly one: string;
  readonly many: string;
  readonly aliases: readonly string[];
  /** Base units of the dimension in one of this unit. */
  readonly toBase: number;
  /** Added after scaling; only temperatures have a shifted zero. */
  readonly offset: number;
};

const INCH = 0.0254; // meter: international yard and pound agreement, 1959
const POUND = 0.453_592_37; // kilogram: the same
const GALLON = 231 * INCH ** 3 * 1000; // liter: US liquid gallon of 231 cubic inches

/** dimension | one | many | aliases | base units in one of it. US customary for an ambiguous name. */
const rows: readonly (readonly [string, string, string, string, number])[] = [
  ['length', 'inch', 'inches', 'in,"', INCH],
  ['length', 'foot', 'feet', "ft,'", 12 * INCH],
  ['length', 'yard', 'yards', 'yd,yds', 36 * INCH],
  ['length', 'mile', 'miles', 'mi', 5280 * 12 * INCH],
  ['length', 'nautical mile', 'nautical miles', 'nmi', 1852],
  ['length', 'millimeter', 'millimeters', 'mm,millimetre,millimetres', 0.001],
  ['length', 'centimeter', 'centimeters', 'cm,cms,centimetre,centimetres', 0.01],
  ['length', 'meter', 'meters', 'm,metre,metres', 1],
  ['length', 'kilometer', 'kilometers', 'km,kms,kilometre,kilometres', 1000],
  ['length', 'light year', 'light years', 'lightyear,lightyears,ly', 9_460_730_472_580_800],
  ['mass', 'ounce', 'ounces', 'oz', POUND / 16],
  ['mass', 'pound', 'pounds', 'lb,lbs', POUND],
  ['mass', 'stone', 'stone', 'stones,st', 14 * POUND],
  ['mass', 'ton', 'tons', 'short ton,short tons,us ton', 2000 * POUND],
  ['mass', 'milligram', 'milligrams', 'mg', 1e-6],
  ['mass', 'gram', 'grams', 'g,gm,gms,gramme', 0.001],
  ['mass', 'kilogram', 'kilograms', 'kg,kgs,kilo,kilos', 1],
  ['mass', 'metric ton', 'metric tons', 'tonne,tonnes', 1000],
  ['volume', 'teaspoon', 'teaspoons', 'tsp,tsps', GALLON / 768],
  ['volume', 'tablespoon', 'tablespoons', 'tbsp,tbsps,tbs', GALLON / 256],
  ['volume', 'fluid ounce', 'fluid ounces', 'fl oz,floz,fl. oz,fl ounce,fl ounces', GALLON / 128],
  ['volume', 'cup', 'cups', 'c.', GALLON / 16],
  ['volume', 'pint', 'pints', 'pt,pts', GALLON / 8],
  ['volume', 'quart', 'quarts', 'qt,qts', GALLON / 4],
  ['volume', 'gallon', 'gallons', 'gal,gals', GALLON],
  ['volume', 'milliliter', 'milliliters', 'ml,mls,cc,millilitre,millilitres', 0.001],
  ['volume', 'liter', 'liters', 'l,litre,litres', 1],
  ['volume', 'cubic foot', 'cubic feet', 'cu ft,ft3', (12 * INCH) ** 3 * 1000],
  ['volume', 'cubic meter', 'cubic meters', 'm3', 1000],
  ['area', 'square foot', 'square feet', 'sq ft,sqft,ft2', (12 * INCH) ** 2],
  ['area', 'square yard', 'square yards', 'sq yd', (36 * INCH) ** 2],
  ['area', 'square mile', 'square miles', 'sq mi,sq miles,sq mile', (5280 * 12 * INCH) ** 2],
  ['area', 'acre', 'acres', 'ac', 43_560 * (12 * INCH) ** 2],
  ['area', 'hectare', 'hectares', 'ha', 10_000],
  ['area', 'square meter', 'square meters', 'sq m,sqm,m2', 1],
  ['area', 'square kilometer', 'square kilometers', 'sq km,km2', 1e6],
  ['speed', 'mile per hour', 'miles per hour', 'mph,mi/h', (5280 * 12 * INCH) / 3600],
  ['speed', 'kilometer per hour', 'kilometers per hour', 'kph,kmh,km/h,kmph', 1 / 3.6],
  ['speed', 'meter per second', 'meters per second', 'm/s,mps', 1],
  ['speed', 'knot', 'knots', 'kt,kts', 1852 / 3600],
  ['time', 'second', 'seconds', 'sec,secs,s', 1],
  ['time', 'minute', 'minutes', 'min,mins', 60],
  ['time', 'hour', 'hours', 'hr,hrs,h', 3600],
  ['time', 'day', 'days', '', 86_400],
  ['time', 'week', 'weeks', 'wk,wks', 604_800],
  ['time', 'year', 'years', 'yr,yrs', 365 * 86_400],
  ['data', 'byte', 'bytes', 'b', 1],
  ['data', 'kilobyte', 'kilobytes', 'kb', 1e3],
  ['data', 'megabyte', 'megabytes', 'mb,meg,megs', 1e6],
  ['data', 'gigabyte', 'gigabytes', 'gb,gig,gigs', 1e9],
  ['data', 'terabyte', 'terabytes', 'tb', 1e12],
  ['energy', 'joule', 'joules', 'j', 1],
  ['energy', 'calorie', 'calories', 'cal,kcal,kilocalorie,kilocalories', 4184],
  ['energy', 'kilojoule', 'kilojoules', 'kj', 1000],
  ['energy', 'kilowatt hour', 'kilowatt hours', 'kwh', 3.6e6],
  ['energy', 'BTU', 'BTU', 'btu,btus', 1055.055_852_62],
  ['power', 'watt', 'watts', 'w', 1],
  ['power', 'kilowatt', 'kilowatts', 'kw', 1000],
  ['power', 'horsepower', 'horsepower', 'hp', 745.699_871_582_27],
  ['pressure', 'psi', 'psi', 'pounds per square inch', 6894.757_293_168],
  ['pressure', 'bar', 'bar', 'bars', 100_000],
  ['pressure', 'kilopascal', 'kilopascals', 'kpa', 1000],
  ['pressure', 'atmosphere', 'atmospheres', 'atm', 101_325],
];

const temperatures: readonly Unit[] = [
  temperature('Celsius', ['c', 'celsius', 'centigrade'], { toBase: 1, offset: 273.15 }),
  temperature('Fahrenheit', ['f', 'fahrenheit', 'farenheit'], { toBase: 5 / 9, offset: 459.67 * (5 / 9) }),
  { dimension: 'temperature', one: 'kelvin', many: 'kelvins', aliases: ['k'], toBase: 1, offset: 0 },
];

function temperature(scale: string, short: string[], to: { toBase: number; offset: number }): Unit {
  const one = `degree ${scale}`;
  const many = `degrees ${scale}`;
  const prefixes = ['', 'degree ', 'degrees ', 'deg ', '°', '° '];
  const aliases = prefixes.flatMap((prefix) => short.map((name) => `${prefix}${name}`));
  return { dimension: 'temperature', one, many, aliases, ...to };
}

const units: readonly Unit[] = [
  ...rows.map(([dimension, one, many, aliases, toBase]) => ({
    dimension,
    one,
    many,
    aliases: aliases.split(',').filter(Boolean),
    toBase,
    offset: 0,
  })),
  ...temperatures,
];

/** Every unit by each of its names, in lower case. */
export const unitsByName: ReadonlyMap<string, Unit> = new Map(
  units.flatMap((unit) => [unit.one, unit.many, ...unit.aliases].map((name) => [name.toLowerCase(), unit] as const)),
);
