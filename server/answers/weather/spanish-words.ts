import { own } from '#server/platform/own.ts';

const phenomena: Readonly<Record<string, string>> = {
  sunny: 'soleado',
  'mostly sunny': 'mayormente soleado',
  'partly sunny': 'parcialmente soleado',
  clear: 'despejado',
  'mostly clear': 'mayormente despejado',
  'partly cloudy': 'parcialmente nublado',
  'mostly cloudy': 'mayormente nublado',
  cloudy: 'nublado',
  'increasing clouds': 'nublándose',
  'decreasing clouds': 'despejándose',
  'gradual clearing': 'despejándose',
  'becoming sunny': 'despejándose',
  rain: 'lluvia',
  'light rain': 'lluvia ligera',
  'heavy rain': 'lluvia fuerte',
  'freezing rain': 'lluvia helada',
  showers: 'chubascos',
  'rain showers': 'chubascos',
  drizzle: 'llovizna',
  'freezing drizzle': 'llovizna helada',
  thunderstorms: 'tormentas',
  'severe thunderstorms': 'tormentas fuertes',
  snow: 'nieve',
  'light snow': 'nieve ligera',
  'heavy snow': 'nieve fuerte',
  'snow showers': 'nevadas',
  flurries: 'nevisca',
  sleet: 'aguanieve',
  'wintry mix': 'nieve y lluvia helada',
  blizzard: 'ventisca',
  fog: 'niebla',
  'freezing fog': 'niebla helada',
  haze: 'bruma',
  smoke: 'humo',
  frost: 'escarcha',
  'blowing dust': 'polvo en el aire',
  'blowing snow': 'nieve con viento',
  windy: 'ventoso',
  breezy: 'con brisa',
  hot: 'caluroso',
  cold: 'frío',
};

const coverage: readonly (readonly [english: RegExp, spanish: string])[] = [
  [/^slight chance (?:of )?/, 'poca posibilidad de '],
  [/^chance (?:of )?/, 'posibilidad de '],
  [/^(?:isolated|scattered|areas of|areas|patchy|occasional|numerous|widespread) /, ''],
];

/**
 * The service's short forecast in Spanish: "Slight Chance Rain Showers then Mostly Sunny" is "poca posibilidad de chubascos,
 * luego mayormente soleado".
 * @returns null when it has a word that the table has not
 */
export function skyInSpanish(sky: string): string | null {
  const parts = sky
    .toLowerCase()
    .split(/ then /)
    .map(partInSpanish);
  return parts.every((part) => part !== null) ? parts.join(', luego ') : null;
}

function partInSpanish(part: string): string | null {
  const isLikely = part.endsWith(' likely');
  const bare = part.replace(/ likely$/, '').trim();
  const [english, spanish] = coverage.find(([prefix]) => prefix.test(bare)) ?? [/^/, ''];
  const named = bare.replace(english, '').split(/ and |\//);
  const said = named.map((one) => own(phenomena, one.trim()) ?? null);
  if (said.some((one) => one === null)) return null;
  return `${isLikely ? 'probablemente ' : spanish}${said.join(' y ')}`;
}

const levels: Readonly<Record<string, string>> = {
  warning: 'Aviso de',
  watch: 'Vigilancia de',
  advisory: 'Advertencia de',
  statement: 'Declaración de',
  outlook: 'Perspectiva de',
};
const hazards: Readonly<Record<string, string>> = {
  tornado: 'tornado',
  'severe thunderstorm': 'tormenta severa',
  'flash flood': 'inundaciones repentinas',
  flood: 'inundaciones',
  'coastal flood': 'inundaciones costeras',
  'winter storm': 'tormenta invernal',
  'winter weather': 'tiempo invernal',
  blizzard: 'ventisca',
  'snow squall': 'ráfagas de nieve',
  'ice storm': 'tormenta de hielo',
  'lake effect snow': 'nieve de lago',
  'excessive heat': 'calor excesivo',
  'extreme heat': 'calor extremo',
  heat: 'calor',
  'extreme cold': 'frío extremo',
  'cold weather': 'frío',
  'wind chill': 'sensación térmica fría',
  freeze: 'congelación',
  'hard freeze': 'congelación fuerte',
  frost: 'escarcha',
  'high wind': 'vientos fuertes',
  'extreme wind': 'vientos extremos',
  wind: 'viento',
  'dense fog': 'niebla densa',
  'freezing fog': 'niebla helada',
  'dense smoke': 'humo denso',
  'dust storm': 'tormenta de polvo',
  'blowing dust': 'polvo en el aire',
  dust: 'polvo',
  'severe weather': 'tiempo severo',
  hurricane: 'huracán',
  'tropical storm': 'tormenta tropical',
  'storm surge': 'marejada ciclónica',
  'rip current': 'corrientes de resaca',
  'high surf': 'oleaje alto',
  'beach hazards': 'peligros en la playa',
  'red flag': 'bandera roja',
  'fire weather': 'peligro de incendios',
  hydrologic: 'crecidas',
  tsunami: 'tsunami',
};
const whole: Readonly<Record<string, string>> = {
  'air quality alert': 'Alerta de calidad del aire',
  'special weather statement': 'Declaración especial del tiempo',
  'hazardous weather outlook': 'Perspectiva de tiempo peligroso',
  'hurricane local statement': 'Declaración local de huracán',
  'tropical cyclone local statement': 'Declaración local de ciclón tropical',
  'child abduction emergency': 'Emergencia por secuestro de un menor',
  'shelter in place warning': 'Aviso de refugiarse donde está',
  'evacuation immediate': 'Evacuación inmediata',
};

/** The name of an alert in Spanish, with the service's own words for its levels; in English where the table has not the hazard. */
export function alertInSpanish(event: string): string {
  const name = event.toLowerCase();
  const known = own(whole, name);
  if (known !== undefined) return known;
  const [, hazard = '', level = ''] = /^(.+) (\w+)$/.exec(name) ?? [];
  const [of, what] = [own(levels, level), own(hazards, hazard)];
  return of === undefined || what === undefined ? event : `${of} ${what}`;
}

const weekdays = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];

/** "Hoy", "Esta madrugada", "Esta noche", "Lunes", "Lunes en la noche". Dates as "2026-11-22". */
export function periodInSpanish({
  name,
  date,
  isDaytime,
  today,
}: {
  name: string;
  date: string;
  isDaytime: boolean;
  today: string;
}): string {
  // After midnight: today has another night, which is "Tonight".
  if (name === 'Overnight' || (!isDaytime && date < today)) return 'Esta madrugada';
  if (date <= today) return isDaytime ? 'Hoy' : 'Esta noche';
  const weekday = weekdays[new Date(date).getUTCDay()] ?? '';
  return isDaytime ? weekday : `${weekday} en la noche`;
}
