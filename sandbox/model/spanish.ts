import { findCountryInSpanish } from './countries.ts';
import type { Skill } from './skill.ts';

const source = { title: 'Sandbox', url: 'https://sandbox.example/es' };

/** The answer when a question in Spanish needs the web or is not understood. */
export const NO_WEB_IN_SPANISH =
  'Soy el modelo del sandbox: no tengo web, así que no puedo contestar eso. Puedo decir la capital de un país. Para respuestas de verdad configure PERPLEXITY_API_KEY.';

const signs =
  /[¿¡ñ]|\b(?:que|qué|cual|cuál|cuando|cuándo|cuanto|cuánto|cuanta|donde|dónde|quien|quién|como|cómo|porque|cuesta|hay|está|esta|para|una|los|las|del|por|mas|más|hoy|mañana)\b/giu;

/** Whether a question is in Spanish, as well as this model needs to know: two of its most common words or marks. */
export function looksSpanish(text: string): boolean {
  return (text.match(signs)?.length ?? 0) >= 2;
}

type Ask = readonly [RegExp, (found: RegExpExecArray) => string | null];

const asks: readonly Ask[] = [
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

/** Simple questions in Spanish: capitals, and what our texts suggest. */
export const inSpanish: Skill = (words) => {
  const plain = words.replaceAll(/[áéíóú]/g, (letter) => letter.normalize('NFD').charAt(0));
  for (const [pattern, say] of asks) {
    const found = pattern.exec(plain);
    const text = found && say(found);
    if (text) return { text, source };
  }
  return null;
};

function capitalOf(name: string): string | null {
  const country = findCountryInSpanish(name);
  const [capital] = country?.capitals ?? [];
  return country && capital !== undefined ? `La capital de ${country.named} es ${capital.replace(/\.$/, '')}.` : null;
}
