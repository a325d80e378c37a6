import { plainClause } from './crisis-spelling.ts';

/** A sentence of a text: its words in the form of `plainClause`, and whether it ends in a question mark. */
export type Sentence = { readonly words: string; readonly isQuestion: boolean };

/** The sentences of a text. */
export function sentencesOf(text: string): Sentence[] {
  const parts = text.split(/(?<![.!?\n])([.!?\n]+)(?=\s|$)/);
  return parts
    .flatMap((part, nth) => (nth % 2 === 0 ? [{ words: plainClause(part), mark: parts[nth + 1] ?? '' }] : []))
    .filter(({ words }) => words !== '')
    .map(({ words, mark }) => ({ words, isQuestion: mark.includes('?') }));
}

const question =
  /^(?:(?:and|but|so|ok|y|pero) )?(?:who|whos|what|whats|when|whens|where|wheres|why|which|how|hows|is|are|do(?! something)|does|did|can|could|will|would|should|que|quien|cuando|donde|cual|cuanto|cuanta|cuantos|cuantas|como)\b/;

const someone = '(?:you|u|someone|anyone|somebody|anybody)';
/** What a person in danger asks. */
const callsForHelp = [
  // For an answer.
  'hello|hola|(?:is|are) (?:there )?(?:any|some)(?:one|body)\\b|are you (?:there|coming|real|getting this)|do you (?:hear|copy|understand|read)',
  'where are you|who is this|why (?:wont|dont|arent) you|(?:hay|donde|por que no) (?:alguien|estan|contestan)',
  // For help.
  `help|ayuda|please|(?:can|could|will|would) ${someone} (?:please )?(?:help|send|come|call|get|hear|hurry|answer|talk|save|do something)`,
  '(?:me |nos |le )?(?:puede|puedes|pueden|podria|podrian) (?:por favor )?(?:ayudar|mandar|venir|llamar|enviar)\\w*',
  // What to do.
  'what (?:do|should|can|must) (?:i|we) do|que (?:hago|hacemos|debo hacer|puedo hacer|alguien)',
  'how (?:do|can) (?:i|we) (?:help|save|stop|get help|get out|do cpr)|(?:should|do|can) (?:i|we) (?:need to |have to )?(?:call|go to (?:the|a) (?:er|hospital|emergency)|take (?:him|her|my \\w+) to)',
  // What becomes of them.
  '(?:is|are|will) (?:he|she|i|it|they|my \\w+) (?:going to |gonna )?(?:die|dying|dead|be ok|be okay|be alright|make it|ok|okay|alright)|am i (?:going to die|dying)|(?:se va a|va a) (?:morir|estar bien)',
];
const asksForHelp = new RegExp(`^(?:(?:and|but|so|ok|please|hello|hola|y|pero) )*(?:${callsForHelp.join('|')})\\b`);

const works =
  'lyrics|letra|songs?|cancion|movie|pelicula|book|libro|poem|meaning|definition|recipe|receta|price|precio|score';
/** Names a thing to look up, as its first or last word, and nothing of the sender's. */
const topic = new RegExp(
  `^(?!(?:\\w+ ){0,4}(?:i|im|we|he|she|my|our|at|the)\\b)(?:(?:\\w+ ){0,4}(?:${works}|significado|cast|quotes?|clue|holiday)$|(?:${works}|weather|clima|define|translate|tell me|give me)\\b)|` +
    '^(?:\\w+ ){0,3}(?:need|want|looking for)\\b(?: \\w+){0,4} (?:advice|ideas?|tips|jokes?|repair|lawyer|attorney|tow|plumber|mechanic|recipe|songs?)\\b|' +
    '^(?:\\w+ ){0,3}(?:phone )?number (?:for|to)\\b|\\b(?:another joke|haha|lol|crossword)\\b',
);

/**
 * Whether a sentence asks for something else than help: then what stands before it ("My dad had a stroke") may only
 * introduce the question.
 */
export function asksElse({ words, isQuestion }: Sentence): boolean {
  if (asksForHelp.test(words)) return false;
  return isQuestion || question.test(words) || topic.test(words);
}

const street =
  '(?:street|st|road|rd|avenue|ave|drive|dr|lane|ln|court|ct|boulevard|blvd|way|place|pl|circle|cir|highway|hwy|route|rt|terrace|trail|parkway|apt|apartment|lot|calle|avenida)';
const address = `(?!911|988)\\d{1,5} (?:(?:[a-z]\\w*|\\d+(?:st|nd|rd|th)) ){0,3}${street}`;
/** Not followed by a question. */
const noQuestion =
  '(?!(?:\\w+ ){0,8}(?:who|what|whats|when|where|why|which|how|hows|is it|can i|should i|que|quien|cuando|cual|cuanto|como|movie|song|lyrics)\\b)';
/** There the place is what is said: "i dont want to live at home", "i smell gas in my car", "my son fell behind in school". */
const notOfPlace =
  '(?<!\\b(?:behind|gas|shooting|live|living|alive|exist|be|here|stay|die|dying|dead|life|it|this|up|on|jump|go|sleep|disappear|vivir|viviendo|morir|todo|estar|despertar|desaparecer|seguir|ir))';
const spot =
  '(?:kitchen|bathroom|bath|shower|tub|bathtub|toilet|bed|bedroom|living room|den|hall|hallway|floor|ground|yard|front yard|back yard|backyard|driveway|garage|barn|shed|garden|porch|deck|basement|attic|house|home|apartment|trailer|car|truck|van|bus|store|church|school|park|parking lot|street|road|highway|side of the road|sidewalk|stairs|steps|couch|sofa|chair|wheelchair|recliner|field|woods|creek|nursing home|motel|hotel|office|laundry room)';
const spotEs =
  '(?:cocina|bano|sala|cuarto|recamara|cama|piso|suelo|patio|casa|carro|coche|camioneta|garaje|calle|escuela|iglesia|tienda|trabajo|escalera|jardin|parque|apartamento|departamento|traila|yarda)';

/** What people say before they come to it, at the start of a clause. */
const openings = [
  // Greetings and cries.
  '(?:hello|hi|hey|yes|good (?:morning|evening|afternoon|night)|oh my (?:god|gosh|lord|goodness)|omg|oh (?:no|god|lord)|my god|dear (?:god|lord)|god|lord|jesus|sir|maam|operator|please|pls|plz|hurry(?: up)?|quick|urgent|emergency|help(?: me| us)?|(?:i|we) need (?:some )?help)',
  'hola|buen(?:as|os)(?: tardes| noches| dias)?|por favor|(?:ay )?dios(?: mio)?|ayuda|ayudenme|auxilio|urgente|rapido|oiga|senor|senora|senorita',
  // Who writes, and how they put it. "So fire" is praise.
  '(?:this is|my name is|me llamo) (?!(?:an?|the|my|our|your|not|so|too|very)\\b)\\w+',
  '(?:this is|my name is|i am|im|soy|me llamo) \\w+(?: \\w+)?(?= (?:and |y )?(?:my|our|i|im|ive|the|there|theres|someone|he|she|mi|me|hay|alguien|el|la|no|tengo|estoy) )',
  '(?:i (?:think|believe|guess|am afraid)|im afraid|creo)(?: that| que)?',
  '(?:well|so|now|and|but|ok|okay|look|listen|pues|y|es que)(?= (?:my|our|i|im|ive|the|there|theres|someone|he|she|mi|me|hay|alguien) )',
  // Where they are.
  `(?:(?:we are|were|i am|im|i live|we live|my address is|this is|estamos|estoy|vivo|vivimos|mi direccion es) )?(?:(?:at|on|in|en) )?(?:la )?${address}(?: (?:apt|apartment|unit|lot|number) \\w{1,4})?`,
];

/** What people add when it is said, at the end of a clause. */
const endings = [
  // Where they are: with a number and a street, or with "we are".
  `(?: and| y)? (?:(?:we are|were|i am|im|he is|hes|she is|shes|it is|its|i live|we live|my address is|our address is|the address is|address is|address|estamos|estoy|vivo|vivimos|mi direccion es|la direccion es|direccion) )(?:(?:at|on|in|near|by|en|cerca de) )?(?:la )?${noQuestion}${address}(?: \\w+){0,6}`,
  ` (?:(?:at|on|in|near|by|en) )?${address}(?: \\w+){0,4}`,
  ` (?:and |y )?(?:we are|i am|im|he is|hes|she is|shes|it is|its|i live|we live|my address is|our address is|the address is|estamos|vivo|vivimos|mi direccion es|la direccion es) (?:at|on|in|near|by|behind|outside|inside|next to|across from|en|cerca de|enfrente de) ${noQuestion}\\w+(?: \\w+){0,7}`,
  `${notOfPlace} (?:(?:down|here|there|just now) )?(?:(?:in|on|at|by|near|outside|inside|behind|under|off) (?:(?:the|my|our|his|her|a) (?:\\w+ )?)?${spot}|at (?:home|work|church|school|walmart|the \\w+)|(?:en|de) (?:el|la|mi|su|nuestra|nuestro) (?:\\w+ )?${spotEs}|downstairs|upstairs|outside|here|next door|afuera|abajo|arriba)`,
  // What is to be done.
  ` (?:and |so |y )?(?:please |por favor )?(?:(?:come (?:quick|quickly|fast|now|here|help|over|get|please|to|as soon)|send (?:someone|somebody|police|the|us)|get (?:someone|here)|someone come|vengan?|manden?)\\b(?! (?:wanted|menu|card|desk|line))(?: ${noQuestion}\\w+(?: \\w+){0,7})?|send (?:help|an? ambulance|ambulance)|get help|hurry(?: up)?|quick|fast|answer(?: me)?|respond|reply|help(?: me| us| him| her)?|someone help|apurense|contesten?|respondan?|ayuden(?:me|nos)|rapido|por favor|please)`,
  ' (?:(?:and|but|y|pero) )?(?:(?:i|we) (?:dont|do not) know (?:what to do|who to call|what i should do|where (?:i am|we are)|how to (?:help|do cpr))|(?:i|we) (?:have|got) no (?:car|phone|ride|way to get (?:help|there))|what (?:do|should|can) (?:i|we) do|what now|(?:should|do) i (?:need to )?call 911|(?:can|could|will|would) (?:you|u|someone) (?:please )?(?:help|send|come|call)(?: \\w+){0,5}|no se que hacer|que hago|que hacemos|estoy sol[oa]|no tengo (?:carro|telefono))',
  // Who they are.
  ' (?:and |y )?(?:my name is|this is|me llamo|soy|su nombre es) \\w+(?: \\w+)?',
  ' (?:and |y )?(?:im|i am|we are|were|hes|he is|shes|she is|he|she|kin|im a|i am a|tiene|tengo|tenemos) (?:all |home |here |just |really |so |only )*(?:alone|by (?:myself|himself|herself)|scared|afraid|pregnant|diabetic|a diabetic|disabled|blind|deaf|old|in (?:a lot of |bad |so much )?pain|\\d{1,3}(?: (?:years? old|years?|yrs?(?: old)?|yo|months? old|anos|meses))?)',
  // When.
  ' (?:just now|suddenly|all of a sudden|out of nowhere|(?:a|\\d{1,2}|few|a few|one|two|five|ten) (?:seconds?|minutes?|mins?|min) ago|de repente|ahorita|hace (?:un momento|\\d{1,2} minutos|unos minutos))',
];

const opening = new RegExp(`^(?:${openings.join('|')}) (?=\\w)`);
const ending = new RegExp(`(?<=\\w)(?:${endings.join('|')})$`);

/**
 * A clause without what its sender says before and after the matter: "hello my wife is not breathing we are at 22 oak
 * street please hurry" has "my wife is not breathing". Only for looking up danger: what is left of others may be nothing
 * of the kind.
 * @returns the clause, and what is left when one piece after another is taken off
 */
export function shortenings(words: string): string[] {
  return pieceByPiece(words, ending).flatMap((rest) => pieceByPiece(rest, opening));
}

/** Each piece is of some words: four take off what people add in a hurry, and no text takes long. */
function pieceByPiece(words: string, piece: RegExp): string[] {
  const left = [words];
  for (let rest = words; left.length < 5; left.push(rest)) {
    const shorter = rest.replace(piece, '');
    if (shorter === rest) break;
    rest = shorter;
  }
  return left;
}
