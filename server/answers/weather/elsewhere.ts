/** Of "is there rain" and "will there be snow"; in "what the weather is there", it stands after what it is about. */
const existential = /(?<!\b(?:weather|temp|temperature|forecast|it)\s)\b(?:is|isn['’]t|are|was|were|will|would|could)/;
/** Before "there" it names no place: "hey there", "out there". */
const noPlace = `(?:\\b(?:out|hey|hi|hello)|${existential.source})`;
/** One space at most is looked back over, so that the work grows with the text. */
const there = new RegExp(
  `(?:\\b(?:over|up|down|back)\\s)?\\bthere\\b(?<!${noPlace}\\sthere)(?!['’]|\\s(?:is|are|was|will|any|a|going|gonna)\\b)` +
    // Not "el más allá".
    '|(?:\\bpor\\s)?(?<!\\bm[aá]s\\s)\\b(?:all[aáií]|ah[ií])(?![\\p{L}\\p{N}])',
  'giu',
);

/** A text without the words that point to a place named before; the same text if it has none. */
export function withoutThere(text: string): string {
  return text.normalize('NFC').replace(there, ' ');
}

/** Whether a text is about a place that only the conversation before it names: "is it raining there", "¿hace frío allá?". */
export function pointsElsewhere(text: string): boolean {
  return withoutThere(text) !== text.normalize('NFC');
}
