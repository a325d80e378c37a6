/**
 * Abbreviations whose period ends no sentence, unless what follows clearly begins one. Lower case, without periods.
 * Unicode's own segmentation breaks after each of them before a capital: "He moved to St." / "Louis."
 */
const abbreviations: ReadonlySet<string> = new Set(
  `mr mrs ms mx dr prof rev fr sr jr st ste mt ft hon gov sen rep pres gen col maj capt cmdr lt sgt cpl adm supt det messrs
  ave blvd rd ln hwy rte apt bldg dept univ assn bros inc ltd co corp llc intl natl govt
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
  vs v etc al approx est ca cf eg ie viz e.g i.e a.m p.m am pm a.k.a u.s u.k u.n u.s.a d.c e.u n.y n.j l.a p.s r.i.p a.d b.c b.c.e c.e
  ph.d m.d b.a m.a j.d d.d.s b.s m.s r.n p.o n.b
  fig figs ext no nos vol pp p ch sec art ed eds trans par para min max avg temp qty
  oz lb lbs tsp tbsp tbs pt qt gal hr hrs mins secs mph yd yds mi km cm mm kg
  sra srta dra ud uds ee.uu ee uu pág núm aprox tel ej p.ej av avda`
    .split(/\s+/)
    .filter(Boolean),
);

/** "a.m." and "p.m." usually end a sentence; these words after them show that it continues. */
const afterTime =
  /^(?:E[SD]?T|C[SD]?T|M[SD]?T|P[SD]?T|AK[SD]?T|HST|UTC|GMT|Eastern|Central|Mountain|Pacific|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;

/** Words that begin sentences but rarely names. */
const starters = new Set(
  `The This That These Those There Then They Their It Its He She We You I His Her Our Your My In On At For From By With As A An And
  But Or So If When While After Before Since Although However Because Until During Both Each Most Many Some All No Not Now Today
  Tonight Tomorrow Yesterday Overall Also Meanwhile Additionally Expect Check Call Add Use Mix Bake Cook Stir Serve Let Remove Take
  Place What Who Where Why How Which Is Are Was Were Do Does Did Can Will El La Los Las Un Una Es En Hoy Para Por Con Su`
    .split(/\s+/)
    .filter(Boolean),
);

/** How far back an open bracket, and the word before a full stop, can matter. */
const lookBack = 600;
const wordCharsMax = 40;
/** Within how many characters a bracket must close, so that a stray one does not consume the rest. */
const lookAhead = 200;
/** Abbreviations that are never last, so a line that ends with one is incomplete. */
const leadsIn = /^(?:mr|mrs|ms|dr|prof|st|mt|ft|gen|sen|rep|gov|vs|e\.g|i\.e|approx|ca|fig)$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const terminated = /[.!?…。！？।॥؟۔][)\]"'”’»]{0,3}\s*$/u;

/**
 * The sentences of one line, each with the blanks after it, so that joining them gives the line again. A full stop in
 * "St. Louis", "U.S. Army", "J. K. Rowling", "No. 5", "3.5" or "1. Preheat" ends none, nor does one inside brackets.
 */
export function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment, index } of segmenter.segment(line)) {
    open += segment;
    const end = index + segment.length;
    if (!endsSentence(open, line.slice(end, end + lookAhead))) continue;
    sentences.push(open);
    open = '';
  }
  if (open !== '') sentences.push(open);
  return sentences;
}

/** Whether a word, in lower case and without its last full stop, is an abbreviation ("st", "p.m"). */
export function isAbbreviation(word: string): boolean {
  return abbreviations.has(word);
}

/** Whether a capitalized word begins sentences and rarely names. */
export function startsSentence(word: string): boolean {
  return starters.has(word);
}

/** Whether a sentence has its end mark, so that nothing of it can be missing. */
export function isComplete(sentence: string): boolean {
  return endsSentence(sentence, '') && depthOf(sentence) === 0;
}

/** Whether `text` ends where a sentence does, with `next` after it; an empty `next` is the end of the line. */
function endsSentence(text: string, next: string): boolean {
  const bare = text.slice(-lookBack).trimEnd();
  if (!terminated.test(bare) || (depthOf(bare) > 0 && next.includes(')'))) return false;
  const word = /([\p{L}\d.°º]+)\.[)\]"'”’»]{0,3}$/u.exec(bare.slice(-wordCharsMax))?.[1];
  if (word === undefined) return true;
  // These begin a sentence in Spanish, whatever is before them: "a las 9 p.m. ¿Algo más?"
  if (/^[¡¿]/.test(next)) return true;
  // "1." alone is an item's number.
  if (/^\d{1,3}$/.test(word) && /^\P{L}{0,4}$/u.test(bare)) return next === '';
  const lower = word.toLowerCase();
  if (lower === 'no' || lower === 'nos') return !/^\d/.test(next);
  const isInitial = /(?:^|[.])\p{Lu}$/u.test(word);
  if (!isInitial && !abbreviations.has(lower)) return true;
  if (next === '') return !leadsIn.test(lower);
  if (lower === 'a.m' || lower === 'p.m') return /^["'(]?\p{Lu}/u.test(next) && !afterTime.test(next);
  const follower = /^[\p{L}\p{N}$"'(]+/u.exec(next)?.[0] ?? '';
  return starters.has(follower) && !next.startsWith(`${follower}.`);
}

function depthOf(text: string): number {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    else if (character === ')' && depth > 0) depth -= 1;
  }
  return depth;
}
