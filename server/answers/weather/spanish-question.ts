import type { FindPlace } from '#server/places/places.ts';
import { withoutAccents } from '#server/platform/without-accents.ts';

import { surePlace } from '../sure-place.ts';
import type { WeatherQuestion, WeatherTime } from './question-types.ts';

const heads = [
  '(?:(?:como|cual|que tal)(?: esta| es| va a estar| estara)? |dime |digame )?(?:el |la )?(?:clima|tiempo|pronostico|temperatura)(?: del (?:tiempo|clima))?',
  // "Que tiempo hay" asks for how much time there is.
  '(?:(?:que|q|k|ke) )?(?:(?:tiempo|clima|temperatura) (?:hace|hara|va a hacer)|(?:clima|temperatura) (?:hay|habra|va a haber))',
  '(?:va a|ira a|crees que va a) (?:llover|nevar|helar)',
  '(?:llovera|nevara|llueve|esta lloviendo|esta nevando)',
  '(?:hay|habra) (?:lluvia|nieve|tormenta|tormentas)',
  '(?:hace|hara|va a hacer) (?:frio|calor|viento)',
];
const asks = new RegExp(`^(?:${heads.toReversed().join('|')})(?= |$)`);

const weekdays = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];
const day = new RegExp(
  `(?<=^| )(?:(?:para|de|en|por) )?(?:la |el |este )?(hoy|manana|ahora|ahorita|esta noche|esta tarde|fin de semana|${weekdays.join('|')})(?= |$)`,
  'g',
);
/** "Por la mañana" is a time of a day that is not said, and not tomorrow. */
const morning = /(?<=^| )la manana(?= |$)/;
const atHome = /^(?:(?:por )?aqui|cerca de mi|(?:en )?(?:mi )?casa)$/;

/**
 * Reads a question in Spanish that is plainly about the weather: "clima", "va a llover mañana", "que tiempo hace en miami".
 * Everything else in it must be a time, or one place in the US.
 * @returns null for any other text ("cuanto tiempo hiervo un huevo", "que es el clima")
 */
export function readSpanishWeather(text: string, findPlace: FindPlace): WeatherQuestion | null {
  const words = withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
    .trim();
  const head = asks.exec(words)?.[0];
  if (head === undefined) return null;
  let time: WeatherTime | null = null;
  const rest = words.slice(head.length).trim();
  if (morning.test(rest)) return null;
  for (const [, said = ''] of rest.matchAll(day)) {
    const next = timeOf(said);
    if (time !== null && next.kind !== 'now') return null;
    time ??= next;
  }
  const where = rest.replace(day, ' ').replace(/ +/g, ' ').trim();
  const asked = { time: time ?? { kind: 'now' }, language: 'es' } as const;
  if (where === '' || atHome.test(where)) return { ...asked, place: null };
  const place = surePlace(where.replace(/^(?:en|para|de|cerca de) /, '').split(' '), findPlace);
  return place && { ...asked, place };
}

function timeOf(said: string): WeatherTime {
  if (said === 'esta noche') return { kind: 'tonight' };
  if (said === 'manana') return { kind: 'tomorrow' };
  if (said === 'fin de semana') return { kind: 'weekend' };
  const nth = weekdays.indexOf(said);
  return nth === -1 ? { kind: 'now' } : { kind: 'weekday', day: nth };
}
