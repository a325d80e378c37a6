import { arithmetic } from './arithmetic.ts';
import { findCountryInSpanish } from './countries.ts';
import { amountPattern, readAmount, writeMoney } from './numbers.ts';
import { findPlace } from './places.ts';
import type { Question } from './question.ts';
import type { Skill } from './skill.ts';

const source = { title: 'Sandbox', url: 'https://sandbox.example/es' };

/** The answer when a question in Spanish needs the web or is not understood. */
export const NO_WEB_IN_SPANISH =
  'Soy el modelo del sandbox: no tengo web, así que no puedo contestar eso. Puedo hacer sumas y porcentajes, y decir la hora en una ciudad o la capital de un país. Para respuestas de verdad configure PERPLEXITY_API_KEY.';

const signs =
  /[¿¡ñ]|\b(?:que|qué|cual|cuál|cuando|cuándo|cuanto|cuánto|cuanta|donde|dónde|quien|quién|como|cómo|porque|cuesta|hay|está|esta|para|una|los|las|del|por|mas|más|hoy|mañana)\b/giu;

/** Whether a question is in Spanish, as far as this model must tell: two of its most common words or marks. */
export function looksSpanish(text: string): boolean {
  return (text.match(signs)?.length ?? 0) >= 2;
}

const english: Readonly<Record<string, string>> = {
  tokio: 'tokyo',
  londres: 'london',
  'nueva york': 'new york',
  'nueva orleans': 'new orleans',
  filadelfia: 'philadelphia',
  'ciudad de mexico': 'mexico city',
  moscu: 'moscow',
  pekin: 'beijing',
  roma: 'rome',
  ginebra: 'geneva',
};

/** Words of a sum, and how `arithmetic` reads them. */
const operations: readonly (readonly [RegExp, string])[] = [
  [/\braiz cuadrada de\b/g, 'sqrt'],
  [/\bdividido (?:entre|por)\b|\bentre\b/g, 'divided by'],
  [/\b(?:multiplicado )?por\b|\bveces\b/g, 'times'],
  [/\bmas\b/g, 'plus'],
  [/\bmenos\b/g, 'minus'],
  [/\bal cuadrado\b/g, 'squared'],
  [/\b(?:la )?mitad de\b/g, 'half of'],
];

type Ask = readonly [RegExp, (found: RegExpExecArray, question: Question) => string | null | Promise<string | null>];

const percent = new RegExp(
  `(${amountPattern}) ?(?:%|por ciento) (?:de propina )?(?:de|en|sobre) (?:una cuenta de )?(\\$)?(${amountPattern})`,
);

const asks: readonly Ask[] = [
  [percent, ([, rate = '', sign = '', of = '']) => sayPercent(rate, sign, of)],
  [/^(?:que|q|k) hora (?:es|son)(?: ahora)?$/, (_found, { now, timeZone }) => `${sayTime(now, timeZone)}.`],
  [
    /^(?:que|q|k) hora (?:es|son)(?: ahora)? (?:en|de) (.+?)(?: ahora)?$/,
    ([, name = ''], { now }) => timeIn(name, now),
  ],
  [
    /^(?:que|q) (?:dia|fecha) (?:es|es hoy|es ahora)$|^(?:a )?que (?:dia|fecha) estamos(?: hoy)?$/,
    (_found, { now, timeZone }) => `Hoy es ${now.toLocaleDateString('es-US', { dateStyle: 'full', timeZone })}.`,
  ],
  [/\bcapital (?:de|del) (?:el |la |los |las )?(.+)$/, ([, name = '']) => capitalOf(name)],
  [
    /^(?:(?:cual es|como esta|dime) )?(?:el |la )?(?:clima|tiempo|temperatura|pronostico)(?: del tiempo)?(?: (?:en|para|de))? ?(.*)$|^que tiempo hace(?: (?:en|para))? ?(.*)$/,
    ([, where = '', there = '']) => {
      const place = where || there || 'hoy';
      return `Pronóstico de ejemplo para ${place}: parcialmente nublado, máxima de 58F y mínima de 41F. El sandbox no tiene web, así que no es el clima real.`;
    },
  ],
  [
    /^(?:va a|ira a) (?:llover|nevar)(?: (.+))?$/,
    ([, when = 'hoy']) =>
      `Pronóstico de ejemplo para ${when}: parcialmente nublado, sin lluvia. Máxima de 58F. El sandbox no tiene web, así que no es el clima real.`,
  ],
  [
    /\bgan(?:o|aron)\b.*\bcubs\b|\bcubs\b.*\bgan(?:o|aron)\b/,
    () =>
      'Resultado de ejemplo: los Cubs ganaron 5-3 a los Cardinals. El sandbox no tiene web, así que no es un resultado real.',
  ],
];

/** Simple questions in Spanish: percentages and sums, the time and date, capitals, and what our texts suggest. */
export const inSpanish: Skill = async (words, question) => {
  const plain = words.replaceAll(/[áéíóú]/g, (letter) => letter.normalize('NFD').charAt(0));
  for (const [pattern, say] of asks) {
    const found = pattern.exec(plain);
    const text = found && (await say(found, question));
    if (text) return { text, source };
  }
  const sum = operations.reduce((read, [said, meant]) => read.replaceAll(said, meant), asSum(plain));
  return sum === plain ? null : arithmetic(sum, question);
};

function asSum(plain: string): string {
  return plain.replace(/^(?:cuanto (?:es|son|da|seria)|calcula|suma) /, '');
}

function sayPercent(rate: string, sign: string, of: string): string {
  const value = (readAmount(rate) * readAmount(of)) / 100;
  return `El ${rate}% de ${sign}${of} es ${writeMoney(value, sign)}.`;
}

function timeIn(name: string, now: Date): string | null {
  const country = findCountryInSpanish(name);
  const place = findPlace(english[name] ?? country?.capitals[0] ?? name);
  if (!place) return null;
  const day = now.toLocaleDateString('es-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: place.timeZone,
  });
  return `${sayTime(now, place.timeZone)} del ${day} en ${name.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())}.`;
}

function sayTime(now: Date, timeZone: string): string {
  const time = now.toLocaleTimeString('es-US', { hour: 'numeric', minute: '2-digit', timeZone }).replaceAll(/\s/g, ' ');
  return `${time.startsWith('1:') ? 'Es la' : 'Son las'} ${time.replace(/ ?([ap])\.? ?m\.?$/i, (_all, half: string) => ` ${half.toUpperCase()}M`)}`;
}

function capitalOf(name: string): string | null {
  const country = findCountryInSpanish(name);
  const [capital] = country?.capitals ?? [];
  return country && capital !== undefined ? `La capital de ${country.named} es ${capital.replace(/\.$/, '')}.` : null;
}
