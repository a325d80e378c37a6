import { plainWords } from '../keywords/plain-words.ts';

const day =
  '(?:HOY|MANANA|AHORA|ESTA (?:NOCHE|TARDE|SEMANA)|(?:EL |ESTE )?(?:FIN DE SEMANA|LUNES|MARTES|MIERCOLES|JUEVES|VIERNES|SABADO|DOMINGO))';
const when = `(?: (?:PARA |DE |EN |POR )?(?:LA )?${day})*`;
const questions = [
  `(?:(?:COMO|CUAL|QUE TAL)(?: ESTA| ES| VA A ESTAR| ESTARA)? |DIME |DIGAME )?(?:EL |LA )?(?:CLIMA|TIEMPO|PRONOSTICO|TEMPERATURA)(?: DEL (?:TIEMPO|CLIMA))?${when}(?: POR AQUI| AQUI)?`,
  `(?:QUE )?TIEMPO (?:HACE|HARA|VA A HACER)${when}(?: AQUI)?`,
  `(?:VA A|IRA A|CREES QUE VA A) (?:LLOVER|NEVAR|HELAR)${when}`,
  `(?:LLOVERA|NEVARA|LLUEVE)${when}|(?:HAY|HABRA) (?:LLUVIA|NIEVE|TORMENTA)${when}|(?:HACE|HARA|VA A HACER) (?:FRIO|CALOR)${when}`,
].map((shape) => new RegExp(`^${shape}$`));

/**
 * Whether a question in Spanish is about the weather and names no place: "clima", "va a llover mañana". It is asked of the
 * model, whose answer is in Spanish, once the place is known.
 */
export function asksWeatherHere(text: string): boolean {
  const words = plainWords(text);
  return questions.some((shape) => shape.test(words));
}
