/** "I have a temperature", "should i take my temp". */
const fever = /\bmy temp|\b(?:have|got) (?:a )?temp|\btake (?:a |the |my )?temp/;
/** "How do i freeze it", "can i warm it"; "how warm it is" is no recipe, and "how do i get the weather" asks for it. */
const recipe =
  /^(?!.*\b(?:weather|forecast)\b).*(?:\bhow (?:to|(?:do|can|could|should|would) (?:i|we|you))\b|(?<!\bhow )\b(?:freeze|warm|cool) it\b|\bget it\b)/;
/** "What is humidity", "what's a thunderstorm"; of the forecast, it is "the humidity". */
const definition =
  /\bwhat(?: is|'s|s) (?:an? )?(?:weather|temperature|rain|snow|humidity|storms?|thunderstorms?|umbrella)$/;
/** "Does it snow in miami", "what temp does it freeze". With a time, it asks for the forecast. */
const climate = /\bdoes it (?!look|feel)/;
const song = /^rain on me$/;

/**
 * Whether a text that has only words about the weather asks for something else than the forecast: about a fever, a recipe,
 * the meaning of a word, a price, what someone would like, or the climate of a place. Unsure means yes.
 * @param said in lower case, with single spaces
 */
export function asksNoForecast(said: string, { hasTime }: { hasTime: boolean }): boolean {
  if (!hasTime && climate.test(said)) return true;
  return isPrice(said) || isWish(said) || [fever, recipe, definition, song].some((other) => other.test(said));
}

/** "How much is an umbrella". */
function isPrice(said: string): boolean {
  return /\bhow much\b/.test(said) && /\bumbrella\b/.test(said);
}

/** "Do we need rain"; what is needed for the rain, or to know, is asked of the forecast. */
function isWish(said: string): boolean {
  return /\b(?:need|want)\b/.test(said) && /\b(?:rain|snow)\b/.test(said) && !/\b(?:umbrella|know)\b/.test(said);
}
