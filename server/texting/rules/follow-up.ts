import { timeZoneNamed } from '#server/answers/named-time-zones.ts';
import { pointsElsewhere, withoutThere } from '#server/answers/weather/elsewhere.ts';
import { readWeatherQuestion } from '#server/answers/weather/weather-question.ts';
import { findPlace } from '#server/places/places.ts';
import { splitState } from '#server/places/us-states.ts';

import { matchCommand } from './keywords/commands.ts';
import { plainWords, wordSet } from './keywords/plain-words.ts';
import { mayBeCorrection } from './keywords/wrong-number.ts';

/**
 * Which questions only make sense after another one. Decided by the words alone, before anything is looked up, so that
 * any other question costs nothing; unsure means new. `follow-up-pairs.txt` has what it was tried on.
 */

const wordsMax = 12;

/** Days, parts of days and times: "tomorrow night", "next sunday", "at 5 pm". */
const time =
  '(?:(?:TODAY|TONIGHT|TONITE|TOMORROW|TMRW|TOMMOROW|TOMOROW|YESTERDAY|NOW|LATER|(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAYS?|WEEKENDS?|WEEKDAYS?|WEEKS?|MONTHS?|YEARS?|MORNINGS?|AFTERNOONS?|EVENINGS?|NIGHTS?|NOON|MIDNIGHT|JANUARY|FEBRUARY|MARCH|APRIL|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|CHRISTMAS|EASTER|THANKSGIVING|HOLIDAYS?' +
  '|(?:THE )?(?:DAY|WEEK|MONTH|YEAR|WEEKEND) (?:AFTER(?: THAT| NEXT| TOMORROW)?|BEFORE)|\\d{1,2}(?: \\d\\d)? ?(?:AM|PM)|\\d{1,2}(?:ST|ND|RD|TH)|\\d{4}' +
  '|HOY|MANANA|AYER|AHORA|LUNES|MARTES|MIERCOLES|JUEVES|VIERNES|SABADO|DOMINGO|NOCHE|TARDE|SEMANA|MES|ANO|FIN DE SEMANA|PASADO)' +
  '(?= |$))';
const aroundTime =
  '(?:THE|THIS|NEXT|LAST|ON|IN|AT|FOR|BY|AFTER|BEFORE|UNTIL|DURING|EARLY|LATE|EL|LA|LOS|LAS|ESTE|ESTA|PARA|POR|DE|EN|PROXIMO|PROXIMA|QUE|VIENE|INSTEAD)(?= |$)';
const onlyTime = new RegExp(`^(?:${aroundTime} )*${time}(?: ${aroundTime}| ${time})*$`);

/** Words of whole questions: after "and" or "in" they say that the text stands alone. */
const topic =
  /\b(?:LYRICS|CAST|MOVIE|MOVIES|SONG|BOOK|AUTHOR|ALBUM|EPISODE|SEASON|PLOT|TRAILER|BAND|SHOW|HOURS|LOCATIONS?|MENU|MEANING|DEFINITION|DEFINE|SYNONYM|WEATHER|FORECAST|RECIPE|NEAR|STOCK|LOGIN|QUOTES?|SCORES?|SETTLEMENT|COLLEGE|UNIVERSITY|TICKETS)\b/;

/** Titles and names that begin like a follow-up. */
const title =
  /^(?:AND (?:JUSTICE FOR ALL|THEN THERE WERE NONE|JUST LIKE THAT|SO IT GOES|JUST LIKE)|WHAT ABOUT (?:BOB|LOVE|US|ME|YOU)\b|HOW ABOUT (?:THAT|YOU|NO|THEM APPLES)\b|WHAT ABOUT THE CHILDREN|IN (?:N OUT|GOD WE TRUST|UTERO|VITRO|THE HEIGHTS|COLD BLOOD|RE)|FOR (?:RENT|SALE|DUMMIES|WHOM)|TO KILL|TO BE OR NOT|AT T\b|Y (?:TU MAMA|COMBINATOR|2K|MCA)|OR(?:EGON)?\b(?!.)|SO (?:BIG|WHAT BAND)|WHO IS (?:IT|THERE)$|TODAY SHOW|SUNDAY (?:NIGHT FOOTBALL|TICKET)|MONDAY NIGHT FOOTBALL|CHRISTMAS VACATION|GEORGE WASHINGTON$)/;

const pronoun = '(?:HE|SHE|IT|THEY|HIM|HER|HIS|THEIR|THEIRS|THEM|ITS|THAT|THOSE|THESE|THERE|ONE|ONES|BOTH)';
const endsInPronoun = new RegExp(`\\b${pronoun}$`);

/** "And tomorrow?", "what about boston", "and his wife", "and for 6 people". */
function continues(words: string): boolean {
  const rest =
    /^(?:OK |OKAY |SO |THEN )?(?:AND )?(?:WHAT|HOW|HOWS|WHATS) (?:ABOUT|ABT|BOUT) (.+)$/.exec(words)?.[1] ??
    /^QUE (?:TAL|HAY DE|PASA CON) (.+)$/.exec(words)?.[1];
  if (rest !== undefined) return isShort(rest, 6) && !topic.test(rest);
  const added = /^(?:AND|AN|OR|BUT|ALSO|PLUS|Y|O|PERO|TAMBIEN) (.+)$/.exec(words)?.[1];
  if (added === undefined) return false;
  if (isFollowUpWords(added)) return true;
  if (/^(?:AND|Y|BUT|PERO) /.test(words) && new RegExp(`\\b${pronoun}\\b`).test(added)) return isShort(added, 9);
  if (topic.test(added)) return false;
  const most = /^(?:AND|AN|Y|O) /.test(words) ? 3 : words.startsWith('OR ') ? 2 : 1;
  const isContinued =
    /^(?:IN|AT|ON|FOR|WITH|WITHOUT|TO|FROM|BY|AFTER|BEFORE|IF|THE|NEXT|LAST|HIS|HER|THEIR|ITS|EN|PARA|CON|SIN|DE|EL|LA|LOS|LAS|SU|SUS|SI|A)\b/.test(
      added,
    );
  return isShort(added, isContinued ? 6 : most);
}

function isShort(words: string, most: number): boolean {
  return words.split(' ').length <= most;
}

const ask =
  '(?:(?:AND|SO|OK|BUT|THEN|Y) )?(?:WHO|WHOS|WHAT|WHATS|WHERE|WHERES|WHEN|WHENS|WHY|HOW|HOWS|WHICH|IS|ARE|WAS|WERE|DOES|DO|DID|CAN|COULD|WILL|WOULD|SHOULD|HAS|HAVE|HAD)';

/** What "it" can be in a question that stands alone: the weather, the time, an opinion. */
const emptyIt =
  /\b(?:IS|WAS|WILL|DOES|DID|IF|WOULD|CAN|HOW|HOWS|WHATS|COULD) IT (?:BE |GOING TO |GONNA |EVER |REALLY |STILL |ALWAYS |OK|OKAY|SAFE|LEGAL|ILLEGAL|BAD|GOOD|RUDE|TRUE|POSSIBLE|NORMAL|HEALTHY|DANGEROUS|WORTH|BETTER|HARD|EASY|RAIN|SNOW|STORM|FREEZE|COLD|HOT|WARM|WINDY|SUNNY|NICE OUT|DARK|HUMID|A HOLIDAY|TAKE|HURT|MEAN|MATTER|HAPPEN|GOING|GO$)|\b(?:RAINING|SNOWING|HAILING)\b|^WHAT (?:TIME|DAY|DATE|YEAR|MONTH) (?:IS|WAS) IT\b(?! ON$)|^WHO IS IT$|^HOW IS IT$/;
const takesOfIt = /^HOW (?:LONG|MUCH TIME) (?:DOES|DID|WILL) (?:IT|THAT) TAKE$/;

/** "How old is he", "where was she born", "is it open", "does it have parking", "who is his wife". */
const aboutPerson = new RegExp(
  `^${ask}\\b.*\\b(?:HE|SHE|HIM|HIS|HER|HERS)\\b(?! (?:MAN|HULK|RA|MAJESTY|ROYAL|STORY|HAIR COLOR OF))`,
);
const aboutThing = new RegExp(
  `^${ask}(?: (?:TIME|DAY|MUCH|LONG|FAR|BIG|OLD|TALL|MANY|OFTEN|LATE|EARLY|WELL|HOT|HIGH|FAST|DEEP|HEAVY|LARGE|SMALL|WIDE|GOOD|EXPENSIVE|YEAR|COLOR|KIND|STATE|COUNTRY|CITY|PART))*(?: (?:IS|ARE|WAS|WERE|DOES|DO|DID|CAN|WILL|WOULD|HAS|HAVE|COULD))? (?:IT|ITS)\\b`,
);
const aboutThem = new RegExp(
  `^(?=${ask}\\b)(?:.* )?(?:(?:ARE|WERE|R) THEY\\b|(?:DO|DID|WILL|CAN|WOULD) THEY (?:OPEN|CLOSE|DELIVER|PLAY|WIN|LIVE|COST|LAST|BITE|GROW|TAKE|HAVE A|HAVE ANY|ACCEPT|SELL|CHARGE|WORK|SHIP|OFFER|STAY|BEAT|LOSE)\\b|(?:IS|ARE|WHATS|WAS|WERE) THEIR\\b)`,
);
/** "They" of people at large: "why do they call it the windy city". */
const anyone = /\bTHEY (?:CALL|SAY|MAKE|USE|SPEAK|EAT|STILL MAKE|CELEBRATE|SELL (?:STAMPS|BEER|ALCOHOL))\b/;
/** "How do you treat it", "where can i find one". */
const asksHowTo = /^(?:(?:WHERE|HOW|WHEN|WHY|WHAT) )?(?:CAN|COULD|SHOULD|DO|DOES|WILL|DID) \w+ .*\w+$/;

/** "How far is that", "what does that mean", "how do i get there", "is that true", "why is that". */
const aboutThat = new RegExp(
  `^${ask}\\b.*\\b(?:THAT|THIS|THERE|THOSE|THESE|THEM|EITHER|BOTH)$|^${ask}(?: (?:MUCH|FAR|LONG|MANY))?(?: (?:IS|WAS|ARE|WERE|DOES|DO|DID|WOULD))? (?:THAT|THOSE|THESE|THEM|THAT ONE) (?:IN|FAR|TRUE|MEAN|COST|A LOT|OPEN|GOOD|BAD|SAFE|NORMAL|EACH|PER|WORK|TAKE|FOR|TO|WITH|INCLUDE|COME)\\b|^(?:IS|WAS|ARE|WERE) (?:(?:THAT|THOSE|THESE) \\w+$|(?:BOTH|EITHER)\\b)`,
);
const emptyThere =
  /\b(?:IS|ARE|WAS|WERE|WILL|HAS|HAVE) THERE$|\b(?:THERE IS|THERE ARE)\b|\bOUT THERE$|\bWHO IS THERE$|\bLIKE (?:THAT|THIS)$/;

/**
 * "Will it snow there tomorrow", "temp there", "va a llover allá", "cómo llego ahí": "there" at the end, or before a time. In
 * English only of what is otherwise told of the home place: "meet me there tomorrow" asks for nothing.
 */
const endsInThere = new RegExp(
  `\\b(?:(THERE)|ALLA|ALLI|AHI)(?: ${aroundTime}| ${time}| (?:RIGHT NOW|STILL|CURRENTLY|AHORITA|AHORA MISMO|TODAVIA)(?= |$))*$`,
);
const toldOfHome =
  /\b(?:WEATHER|FORECAST|TEMP|TEMPS|TEMPERATURE|RAIN|RAINING|RAINY|SNOW|SNOWING|STORM|STORMS|STORMING|SUNNY|CLOUDY|HOT|COLD|WARM|COOL|CHILLY|WINDY|HUMID|HUMIDITY|FREEZE|FREEZING|SUNSET|SUNRISE|TIME)\b/;
const asksInSpanish =
  /^(?:(?:Y|O|PERO) )?(?:(?:A |DE |EN |POR |CON )?(?:QUE|QUIEN|QUIENES|CUAL|CUALES|CUANTO|CUANTA|CUANTOS|CUANTAS|CUANDO|COMO|DONDE)|HAY|HABRA|HACE|HARA|HACIA|VA|VAN|IRA|ESTA|ESTAN|ESTARA|ES|SON|LLUEVE|LLOVERA|NIEVA|NEVARA|TIENE|TIENEN|SE PUEDE|PUEDO|PODEMOS|(?:EL |LA )?(?:CLIMA|TIEMPO|PRONOSTICO|TEMPERATURA|HORA))\b/;
/** "¿Hay alguien ahí?" and "¿está ahí?" ask for us. */
const anyoneInSpanish = /\bALGUIEN\b|^(?:Y )?ESTAN? (?:AHI|ALLI)$|\bMAS ALLA\b/;

function asksAboutThere(words: string): boolean {
  const ends = endsInThere.exec(words);
  if (ends === null) return false;
  if (ends[1] === undefined) return asksInSpanish.test(words) && !anyoneInSpanish.test(words);
  return toldOfHome.test(words) && pointsElsewhere(words);
}

/**
 * "Thunderstorms there tomorrow", "what is the weather going to be like there": whatever the weather service could answer
 * with a place, which only the conversation names.
 */
function asksWeatherThere(words: string): boolean {
  return pointsElsewhere(words) && readWeatherQuestion(withoutThere(words), findPlace)?.place === null;
}

/** "Which is closer", "who is older", "the cheaper one", "what's the second one". */
const compares =
  /^(?:(?:AND|SO|OK|THEN|Y) )?(?:(?:WHICH|WHO|WHICH ONE|WHICH ONES|WHICH OF (?:THEM|THOSE|THESE|THE TWO|THE THREE)|WHOS|CUAL|CUALES|QUIEN)(?: (?:IS|ARE|WAS|WERE|WON|DO YOU RECOMMEND|ES|ESTA|SON|ERA))?(?: (?:THE|MORE|LESS|MOST|LEAST|MAS|MENOS|EL|LA|MUCH|OPEN|BEST|\w+ER|\w+EST|BETTER|WORSE|MEJOR|PEOR|CERCA|LEJOS|BARATO|BARATA|CARO|CARA|GRANDE|POPULAR|EXPENSIVE|ONE|ONES|FIRST|SECOND|THIRD|LAST|LATEST|LATER|NOW|TONIGHT|TODAY))*|(?:THE |WHATS THE |WHAT IS THE |HOWS THE )?(?:OTHER|SECOND|THIRD|FIRST|LAST|NEXT|CHEAPER|CHEAPEST|CLOSER|CLOSEST|BIGGER|SMALLER|OLDER|NEWER|LATTER|FORMER|SAME) (?:ONE|ONES|TWO)|(?:EL|LA) (?:OTR[OA]|PRIMER[OA]|SEGUND[OA]|TERCER[OA]|ULTIM[OA]|SIGUIENTE))$/;

/** Complete texts that ask for more about the same. */
const bare = wordSet(
  `WHY|WHY NOT|WHY SO|WHY IS THAT|HOW COME|HOW SO|HOW|WHEN|WHERE|WHO|WHICH|WHICH ONE|SINCE WHEN|HOW MUCH|HOW MANY|HOW FAR|HOW LONG|HOW OLD
  |FOR HOW LONG|FOR HOW MUCH|WHERE EXACTLY|WHEN EXACTLY|EXACTLY WHEN|EXACTLY WHERE|WHAT TIME|WHAT DAY|WHAT DATE|WHICH DAY|WHAT DAY OF THE WEEK|WHAT YEAR|AT WHAT TIME|WHAT TEMP|AT WHAT TEMP|WHAT TEMPERATURE|AT WHAT TEMPERATURE|WHAT CITY|WHAT STATE|FROM WHERE|WHERE AT
  |WHO ELSE|WHAT ELSE|WHERE ELSE|ANYTHING ELSE|ANYONE ELSE|ANY OTHERS|ANY OTHER|ANOTHER|ANOTHER ONE|ONE MORE|SOMETHING ELSE|OTHERS|NEXT|AND|AND THEN|THEN WHAT|SO
  |ARE YOU SURE|YOU SURE|SURE|REALLY|IS THAT RIGHT|SAYS WHO|WHO SAYS|SOURCE|EXPLAIN|EXPLAIN MORE|EXPLAIN THAT|WHAT DO YOU MEAN|MEANING|FOR EXAMPLE|LIKE WHAT|SUCH AS|EXAMPLE
  |WHAT|HUH|WRONG|WRONG ANSWER|THATS WRONG|THAT IS WRONG|THATS NOT RIGHT|THAT IS NOT RIGHT|NOT THAT|NOT THAT ONE|I DONT UNDERSTAND|I DONT UNDERSTAND THAT|I DONT GET IT
  |REPEAT|REPEAT THAT|SAY AGAIN|SAY THAT AGAIN|AGAIN|SHORTER|SIMPLER|IN SPANISH|IN ENGLISH|EN ESPANOL|EN INGLES|TRANSLATE|TRANSLATE THAT|TRANSLATE TO SPANISH|TRANSLATE TO ENGLISH
  |IN CELSIUS|IN FAHRENHEIT|IN KM|IN KILOMETERS|IN MILES|IN FEET|IN INCHES|IN METERS|IN METRIC|IN DOLLARS|IN POUNDS|IN KG|IN EUROS|IN PESOS|IN HOURS|IN MINUTES|IN DAYS|IN OUNCES|IN CUPS|PER MONTH|PER YEAR|PER HOUR|PER PERSON|A MONTH|A YEAR|EACH
  |ADDRESS|THE ADDRESS|THEIR ADDRESS|THEIR PHONE NUMBER|WHATS THE PHONE|WHAT IS THE PHONE|SIDE EFFECTS|ANY SIDE EFFECTS|HOW OFTEN|WHAT CHANNEL|PHONE|PHONE NUMBER|THE PHONE NUMBER|PHONE NUMBER AND ADDRESS|ADDRESS AND PHONE NUMBER|HOURS|OPEN NOW|STILL OPEN|OPEN TODAY|OPEN SUNDAY|OPEN TOMORROW|COST|PRICE|THE PRICE|THE SCORE|DIRECTIONS|WHATS THE ADDRESS|WHAT IS THE ADDRESS|WHATS THE PHONE NUMBER|WHAT IS THE PHONE NUMBER|WHATS THE NUMBER|WHAT IS THE NUMBER|WHAT ARE THE HOURS|WHATS THE PRICE|WHATS THE COST|WHAT WAS THE SCORE|WHATS THE SCORE
  |POR QUE|POR QUE NO|CUANDO|DONDE|QUIEN|COMO|CUANTO|CUANTOS|CUAL|CUALES|QUE HORA|QUE DIA|QUE FECHA|QUE TEMPERATURA|A QUE TEMPERATURA|CUANTO CUESTA|CUANTO TIEMPO|CUANTO DURA|QUE MAS|ALGO MAS|OTRO|OTRA|Y LUEGO|Y DESPUES|Y ENTONCES|ESTA ABIERTO|ESTA ABIERTA|DONDE ESTA|DONDE QUEDA|COMO LLEGO|CUANTOS ANOS TIENE|QUIEN ES|CUAL ES LA DIRECCION|CUAL ES EL TELEFONO|CUAL ES EL NUMERO|LA DIRECCION|EL TELEFONO|DIRECCION|TELEFONO|SEGURO|DE VERDAD|NO ENTIENDO|NO ENTENDI|NO LE ENTIENDO|NO LE ENTENDI|NO TE ENTIENDO|NO TE ENTENDI|QUE SIGNIFICA ESO|DONDE QUEDA ESO|MAS CORTO|QUE|MANDE|QUE DIJO|QUE DIJISTE|COMO DIJO|OTRA VEZ|DE NUEVO|ESTA MAL|ESO ESTA MAL|NO ES CIERTO|ESO NO ES CIERTO|OTRO MAS|OTRA MAS|UNO MAS|UNA MAS
  |HOW DOES THIS WORK|HOW DOES IT WORK|HOW DO I USE THIS|HOW DO I USE THIS THING|HOW DO I USE IT|INSTRUCTIONS|INSTRUCCIONES|COMO FUNCIONA|COMO FUNCIONA ESTO|COMO SE USA|COMO SE USA ESTO|COMO USO|COMO USO ESTO|QUE HACE|QUE HACEN|QUE ES ESTO|QUE PUEDE HACER|QUIENES SON|ES UN ROBOT|ES UNA MAQUINA|ES UNA COMPUTADORA`,
);

/** "Can you say that in Spanish", "can you explain it again", "repítelo", "¿me lo puede decir en español?". */
const sayAgain =
  /^(?:(?:CAN|COULD) YOU (?:SAY|REPEAT|EXPLAIN|TRANSLATE) (?:THAT|THIS|IT)(?: AGAIN)?(?: (?:IN|TO) (?:SPANISH|ENGLISH))?|(?:(?:ME )?LO (?:PUEDES?|PODRIAS?) (?:DECIR|REPETIR|EXPLICAR|TRADUCIR)|(?:PUEDES?|PODRIAS?) (?:DECIR|REPETIR|EXPLICAR|TRADUCIR)(?:ME)?LO|(?:DI|DIGA)(?:ME)?LO|(?:REPITE|REPITA|EXPLICA|EXPLIQUE|TRADUCE|TRADUZCA)(?:ME)?(?:LO)?)(?: OTRA VEZ| DE NUEVO)?(?: (?:EN|AL) (?:ESPANOL|INGLES))?)$/;

/** In Spanish the one, the place or the business that is meant needs no word: "¿de dónde es?", "¿a qué horas abren?". */
const leavesOutWho =
  /^(?:A QUE HORAS?(?: (?:ABREN?|CIERRAN?))?|(?:DE )?DONDE (?:ES|VIVE|NACIO)|ESTA (?:CASAD[OA]|VIV[OA]|MUERT[OA])|CUANTOS HIJOS TIENE|(?:CUAL ES|COMO SE LLAMA|QUIEN ES) SU (?!NOMBRE|SERVICIO)\w+)$/;

/** "I meant the one in Maine", "no i said boston". */
function corrects(words: string): boolean {
  const said = /^(?:(?:NO|SORRY|OOPS|OK) )*I (?:MEANT|MEAN|SAID) (?!TO )(.+)$/.exec(words)?.[1];
  const meant = said ?? /^(?:(?:NO|PERDON) )*QUISE DECIR (.+)$/.exec(words)?.[1];
  return meant !== undefined && isShort(meant, 6) && !topic.test(meant);
}

/** "In boston?", "near 60614": a place alone. */
const onlyPlace = /^(?:IN|NEAR|AROUND|EN|CERCA DE) (?:THE )?\S+(?: \S+){0,2}$/;

/** "The one in missouri". */
const theOneThere =
  /^THE (?:OTHER )?ONES? (?:IN|ON|AT|NEAR|BY|FROM|OFF|CLOSE TO|CLOSEST TO|NEXT TO) (\S+(?: \S+){0,4})$/;

/**
 * A place and nothing else, which may answer the question for it: a ZIP code, a city with its state, a state, or a city
 * that is large enough for its name alone.
 */
function namesPlace(words: string): boolean {
  if (/^\d{5}(?: \d{4})?$/.test(words)) return true;
  const all = words.toLowerCase().split(' ');
  if (all.length > 7) return false;
  const split = splitState(all);
  if (split === null || split.rest.length === 0) return timeZoneNamed(words) !== null;
  const found = findPlace(words);
  // "Hi ma" is also Hima, Kentucky.
  return found.kind === 'one' && found.place.region === split.region;
}

function isFollowUpWords(words: string): boolean {
  if (bare.has(words) || onlyTime.test(words) || compares.test(words) || namesPlace(words)) return true;
  if (corrects(words) || sayAgain.test(words) || leavesOutWho.test(words)) return true;
  const whichOne = theOneThere.exec(words)?.[1];
  if (whichOne !== undefined) return !topic.test(whichOne);
  if (onlyPlace.test(words)) return !topic.test(words.slice(words.indexOf(' ')));
  if (asksWeatherThere(words)) return true;
  if (words.split(' ').length > 8) return false;
  if (aboutPerson.test(words) || asksAboutThere(words)) return true;
  if (takesOfIt.test(words)) return true;
  if (aboutThat.test(words)) return !emptyThere.test(words);
  if (aboutThing.test(words)) return !emptyIt.test(words) && words.split(' ').length <= 7;
  if (aboutThem.test(words)) return !anyone.test(words);
  return endsInPronoun.test(words) && !emptyIt.test(words) && asksHowTo.test(words);
}

/** "Thanks what about tomorrow" continues; "thanks in spanish" asks for a word. */
const thanksBefore =
  /^(?:(?:OK|OKAY|THANKS|THANK YOU|THX|TY|GRACIAS|MUCHAS GRACIAS) )+(?=(?:AND|OR|BUT|WHO|WHAT|WHATS|WHERE|WHEN|WHY|HOW|HOWS|WHICH|IS|ARE|WAS|WERE|DO|DOES|DID|CAN|WILL|Y|PERO|QUE|QUIEN|CUAL|CUANDO|CUANTO|COMO|DONDE|POR QUE)\b)/;

/**
 * Whether a question refers to the one before it: "and tomorrow?", "which is closer", "how old is he", "y mañana?". Pure.
 * When unsure it says no: an answer that asks for the full question is better than one about something else.
 */
export function isFollowUp(text: string): boolean {
  const words = plainWords(text)
    .replace(thanksBefore, '')
    .replace(/^(?:PLEASE|PLS|POR FAVOR) /, '')
    .replace(/ (?:PLEASE|PLS|THANKS|THEN|THO|THOUGH|POR FAVOR)$/, '');
  if (words === '' || words.split(' ').length > wordsMax || title.test(words)) return false;
  return isFollowUpWords(words) || continues(words);
}

/** How a text refers to the answer before it; null for one that stands alone. */
export function refersBack(text: string): 'follow_up' | 'more' | null {
  if (matchCommand(text) === 'more') return 'more';
  return isFollowUp(text) || mayBeCorrection(text) ? 'follow_up' : null;
}
