import { brand } from '#contract/brand.ts';

import { anyPattern } from './any-pattern.ts';
import { withoutFrame } from './phone-frame.ts';
import { plainWords, wordSet } from './plain-words.ts';
import { statementBeforeRequest } from './stop-after-statements.ts';
import { optsOutInSentences } from './stop-in-sentences.ts';
import { beforeSpanishRequest, spanishStopRequests, wholeSpanishRequests } from './stop-requests-spanish.ts';
import { isWrongNumber } from './wrong-number.ts';

/** A text that consists of a keyword about consent, HELP included. */
export type Keyword = 'stop' | 'start' | 'help' | 'yes';

/**
 * Opt-out words: the product's (docs/reference/specification.md#product), the FCC's (47 CFR 64.1200(a)(10)), and those
 * that people who write Spanish use. The carrier knows none of the Spanish words unless Advanced Opt-Out lists them.
 */
const stopWords = wordSet(`
  STOP|STOPP|SOTP|STPO|STOPALL|STOP ALL|S T O P|UNSUBSCRIBE|UNSUB|UNSUSCRIBE|UNSUBCRIBE|UNSUBSRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT|OPT OUT|OPT ME OUT
  |PARAR|PARE|PAREN|PARA YA|CANCELAR|CANCELA|CANCELE|CANCELEN|DETENER|DETENGAN|ALTO|SALIR|BAJA|DARME DE BAJA|DAR DE BAJA|DEME DE BAJA
  |NO MAS|NO MORE|NO ME INTERESA|DESUSCRIBIR|DESUSCRIBIRME|DEJENME EN PAZ|DEJEME EN PAZ|DEJAME EN PAZ|QUITENME|BORRENME
  |LEAVE ME ALONE|GO AWAY|REMOVE|BASTA|NOT INTERESTED|IM NOT INTERESTED|I AM NOT INTERESTED|LOSE MY NUMBER|LOSE THIS NUMBER|LEAVE US ALONE
  |CANCEL EVERYTHING|CANCEL ALL|CANCEL ME|CANCLE|CANCELL|CEASE AND DESIST|UN SUBSCRIBE|UN SUBSCRIBE ME|UNSUBSCIBE|UNSUBSCRIBED|UNSUBCRIBED
  |TERMINATE|DISCONTINUE|NO TEXTS|NO SMS|NO TEXTING|NO MORE TEXTING|I NEVER SIGNED UP|I DIDNT SIGN UP|NO FURTHER CONTACT|STOP SENDING|TYPE STOP|STOP 2 END`);
const startWords = wordSet(`START|JOIN|UNSTOP|OPT IN|OPTIN|OPT ME IN|OPT ME BACK IN|START AGAIN|RESUME|RESUBSCRIBE
  |INICIAR|INICIO|INICIE|EMPEZAR|EMPIECE|COMENZAR|REANUDAR|VOLVER A EMPEZAR`);
const helpWords = wordSet(`HELP|INFO|HELP ME|INFORMATION|HELP INFO|NEED HELP|I NEED HELP
  |AYUDA|AYUDEME|AYUDAME|NECESITO AYUDA|INFORMACION`);
const yesWords = wordSet(`YES|Y|YES YES|YES I CONFIRM|YES CONFIRM|I CONFIRM|CONFIRM|YES I DO|YES I AGREE
  |SI|SI ACEPTO|ACEPTO|SI QUIERO|SI CONFIRMO|CONFIRMO|SI ESTOY DE ACUERDO`);

const messages = '(?:TEXTS?|TXTS?|SMS|MESSAGES?|MSGS?|TEXT MESSAGES?|MENSAJES|TEXTOS|ALERTS)';
const which = `(?: (?:ALL|ANY|MORE|OF|FURTHER|THE|THESE|THOSE|THIS|YOUR|MY|${brandWords()}))*`;
const texting = '(?:TEXTING|TXTING|MESSAGING|CONTACTING|BOTHERING|SPAMMING|HARR?ASSING|BUGGING|PESTERING)';
const ever =
  '(?: (?:ANYMORE|ANY MORE|AGAIN|EVER|BACK|FROM YOU|TO ME|TO THIS NUMBER|AT THIS NUMBER|FROM THIS NUMBER|AT NIGHT|AT WORK|SO EARLY|SO LATE|AT \\d{1,2} ?[AP]M))*';
const mySelf = '(?:ME|MY NUMBER|MY PHONE|MY PHONE NUMBER|MY NAME|THIS NUMBER|THIS PHONE)';
const family =
  '(?:MOTHER|MOM|FATHER|DAD|WIFE|HUSBAND|SON|DAUGHTER|KIDS?|CHILD|GRANDMA|GRANDMOTHER|GRANDPA|GRANDFATHER|PARENTS|SISTER|BROTHER)';
const yourList =
  '(?:OF )?(?:(?:YOUR|THIS|THE|ALL|ANY) )*(?:(?:TEXT|TEXTING|MAILING|MESSAGE|MESSAGING|SMS|CONTACT|CALL) )?(?:LISTS?|DATABASE|SYSTEM|SERVICE|TEXTS|MESSAGES)';

/** "Any reasonable means" opt out (47 CFR 64.1200(a)(10)): plain requests, each matched as a whole clause. */
const stopRequests = [
  `(?:STOP|QUIT|CEASE|END|CANCEL)(?: SENDING| GETTING| RECEIVING)?(?: ME)?${which} ${messages}${ever}`,
  `(?:STOP|QUIT|CEASE) ${texting}(?: (?:${mySelf}|US|HER|HIM|(?:HER|HIS) PHONE|MY ${family}))?${ever}`,
  '(?:STOP|QUIT|CANCEL)(?: IT| THIS| THAT)',
  '(?:STOP|QUIT)(?: WITH)?(?: (?:THE|THIS|ALL|YOUR|ALL THE|ALL THIS))? (?:SPAM|SPAMMING|CRAP|SHIT|NONSENSE)|(?:STOP|QUIT) (?:EVERYTHING|FOREVER|FOR GOOD|THIS NUMBER|WITH THIS|WITH THE TEXTS|DOING (?:THIS|THAT)|CHARGING (?:ME|MY CARD))',
  '(?:I )?(?:ALREADY )?(?:TOLD|ASKED) (?:YOU|U) TO STOP(?: TEXTING(?: ME)?)?|I ALREADY SAID STOP|I KEEP SENDING STOP',
  `(?:STOP|QUIT) SENDING(?: ME)? (?:IT|THIS|THAT|THESE|THEM|ADS|STUFF|THINGS|JUNK|SPAM)(?: STUFF| CRAP| SHIT)?${ever}`,
  `(?:END|CANCEL|STOP)${which} (?:SERVICE|SUBSCRIPTION|PLAN|MEMBERSHIP|ACCOUNT)`,
  `(?:DO NOT|DONT|NEVER)(?: EVER)? (?:(?:CALL|TEXT) OR )?(?:TEXT|TXT|MESSAGE|MSG|SMS|CONTACT|BOTHER|CALL) ${mySelf}${ever}`,
  `(?:DO NOT|DONT|NEVER)(?: EVER)? SEND(?: ME)?${which} ${messages}${ever}`,
  `(?:DO NOT|DONT|NEVER)(?: EVER)? SEND(?: ME)? (?:ANYTHING(?: ELSE)?|ANY ?MORE(?: OF (?:THESE|THIS|THEM))?)${ever}`,
  `(?:I )?(?:DO NOT|DONT|NO LONGER) (?:WANT|NEED) (?:THIS|YOUR) (?:SERVICE|SUBSCRIPTION|PLAN)${ever}`,
  `I (?:DIDNT|DID NOT|NEVER) (?:SIGN(?:ED)? UP|ASK(?:ED)?) FOR (?:THIS|THESE|IT)(?: ${messages})?`,
  `(?:I )?(?:DO NOT|DONT|NO LONGER) (?:WANT|WISH|CARE)(?: TO (?:GET|RECEIVE|HAVE))?${which} ${messages}${ever}`,
  `(?:I )?(?:DO NOT|DONT|NO LONGER) (?:WANT|WISH|CARE) TO (?:(?:GET|RECEIVE|HAVE) (?:THESE|THEM|ANY MORE|ANYMORE)|BE (?:CONTACTED|TEXTED|MESSAGED|ON (?:OF )?(?:YOUR|THIS|ANY) (?:(?:TEXT|MAILING|CALL) )?LIST))${ever}`,
  `(?:TAKE|GET) ${mySelf} OFF(?: ${yourList})?`,
  `(?:REMOVE|DELETE|ERASE) ${mySelf}(?: (?:FROM|OFF) ${yourList})?`,
  `(?:I )?(?:WANT|WOULD LIKE|D LIKE|ID LIKE|NEED|WISH) TO (?:OPT OUT|UNSUBSCRIBE|STOP|CANCEL(?: (?:THIS|IT))?|END|BE REMOVED)(?: (?:FROM|OF)${which} ${messages}|${which} (?:SERVICE|SUBSCRIPTION|PLAN|MEMBERSHIP|ACCOUNT|TEXTS))?`,
  `(?:I )?(?:WANT|WOULD LIKE|D LIKE|ID LIKE|NEED|WISH) TO (?:STOP (?:GETTING|RECEIVING)${which} ${messages}${ever}|BE (?:REMOVED|TAKEN) (?:FROM|OFF)(?: OF)? ${yourList})`,
  '(?:I|IM|I AM) OPT(?:ING)? OUT',
  `(?:UNSUBSCRIBE|OPT OUT|OPT ME OUT|UNSUBSCRIBE ${mySelf})(?: (?:FROM|OF)(?: THIS| ${yourList}|${which} ${messages}))?`,
  // Their number: "unsubscribe 312-555-0142".
  '(?:UNSUBSCRIBE|REMOVE|STOP TEXTING)(?: NUMBER)? (?:1 ?)?\\d{3} ?\\d{3} ?\\d{4}',
  `NO MORE(?: OF)?${which} ${messages}${ever}`,
  '(?:I )?(?:HEREBY )?(?:REVOKE|WITHDRAW)(?: MY| ALL)* CONSENT',
  `I (?:DO NOT|DONT|NO LONGER) CONSENT(?: TO${which} ${messages})?`,
  ...spanishStopRequests,
].map(wholeClause);

/** What a plain request may follow in the same clause, without a mark: "wrong number stop", "stop and unsubscribe". */
const beforeRequest = new RegExp(
  `^(?:${beforeSpanishRequest}|${statementBeforeRequest}|(?:STOP|UNSUBSCRIBE|CANCEL|QUIT|END|ALTO|WRONG NUMBER|NOT INTERESTED|WHO IS THIS)(?: (?:AND|OR|Y))? (?=\\w)|(?:THIS IS (?:A |MY )?(?:SCAM|SPAM|HARASSMENT|WORK PHONE)|(?:ITS|IT IS) \\d{1,2}(?: \\d\\d)?(?: ?[AP]M)?|(?:THIS IS NOT|THIS ISNT|IM NOT|NO SOY) (?!(?:THE|AN?|MY|YOUR|HIS|HER|OUR|JUST|EL|LA|UN|UNA)\\b)\\w+) (?=(?:(?:PLEASE|PLS) )?(?:STOP|QUIT TEXTING|WRONG|YOU HAVE|YOU GOT|NUMERO)\\b))`,
);

/** Our own instruction. Machines begin and end their texts with it: from a person it is the whole clause. */
const stopInstruction = wholeClause(
  '(?:(?:I (?:ALREADY )?)?(?:REPLY|REPLIED|TEXT|TEXTED|TXT|SEND|SENT|TYPED) )?STOP(?: TO (?:OPT ?OUT|UNSUBSCRIBE|CANCEL|END|QUIT|STOP))?|' +
    '(?:(?:RESPONDA|RESPONDE|ENVIE|ENVIA|MANDE|MANDA|TEXTEE) )?(?:STOP|ALTO)(?: PARA (?:SALIR|CANCELAR|PARAR|DARSE DE BAJA|DARME DE BAJA|NO RECIBIR MAS))?',
);

/** Our own words sent back: "HELP for help", "Reply YES to get AI answers by text". */
const told = '(?:REPLY|TEXT|TXT|SEND|RESPONDA|RESPONDE|MANDE|MANDA|ENVIE|ENVIA)';
const helpInstruction = wholeClause(
  `(?:${told} )?(?:HELP|AYUDA) (?:FOR|PARA) (?:HELP|AYUDA)|${told} (?:HELP|INFO|AYUDA)`,
);
const yesInstruction = wholeClause(`${told} (?:YES|SI)(?: (?:TO GET|PARA RECIBIR)\\b.*)?`);
/** And plain wishes: "Reply START", "start texting me again". */
const startInstruction = wholeClause(
  `(?:(?:${told}|QUIERO|YES) )?(?:START|UNSTOP|UN STOP|INICIAR)(?: (?:TO|PARA|SI QUIERE) (?:OPT (?:BACK )?IN|RESUME|JOIN|VOLVER)\\b.*)?|` +
    `RE SUBSCRIBE|(?:RESUBSCRIBE|RESUME|START)(?: (?:MY|THE))? (?:SERVICE|SUBSCRIPTION|${messages}|TEXTING ME)(?: AGAIN)?`,
);
/** Asking how to opt out is not opting out: the HELP reply says how. */
const helpRequests = [
  `HOW (?:DO|CAN) (?:I|YOU|WE) (?:STOP|OPT OUT|UNSUBSCRIBE|CANCEL|END)(?: (?:OF|FROM))?(?: THIS| IT|${which} (?:${messages}|SERVICE|SUBSCRIPTION|PLAN))?`,
  `HOW (?:DO|CAN) I GET OFF(?: OF)? ${yourList}|HOW TO (?:UNSUBSCRIBE|OPT OUT)`,
  `COMO (?:ME DOY DE BAJA|ME SALGO|DEJO DE RECIBIR|PARO|CANCELO|TERMINO)(?: (?:ESTO|ESTOS|LOS|EL|LA|MI|MIS|SUS|MENSAJES|TEXTOS|SERVICIO|SUSCRIPCION|PLAN))*`,
].map(wholeClause);

/** Requests of which a text consists: at the end of one that says more, they may be about other people or companies. */
const wholeRequests = [
  `(?:STOP|CEASE|DISCONTINUE|TERMINATE)${which} (?:COMMUNICATIONS?|CONTACT|CORRESPONDENCE)(?: WITH ME)?`,
  `(?:DISCONTINUE|TERMINATE)${which} (?:${messages}|SERVICE|SUBSCRIPTION|PLAN|MEMBERSHIP|ACCOUNT)`,
  `(?:I )?(?:DO NOT|DONT|DID NOT|DIDNT|NEVER) (?:WANT(?:ED)?|NEED|LIKE|ASK(?:ED)?) (?:YOU|U|YALL|YOU ALL) (?:TO (?:TEXT|TXT|MESSAGE|CONTACT|BOTHER|CALL)|${texting}) ${mySelf}${ever}`,
  `(?:DO NOT|DONT|NEVER) WRITE(?: TO)? ME${ever}|LEAVE (?:(?:ME|US) ALONE YOU \\w+|MY ${family} ALONE)`,
  `(?:STOP|QUIT) TALKING TO ME|REMOVE ${mySelf} FROM THIS`,
  ...wholeSpanishRequests,
].map(wholeClause);

const isAnyStopRequest = anyPattern(stopRequests);
const isAnyWholeRequest = anyPattern(wholeRequests);
const isAnyHelpRequest = anyPattern(helpRequests);

/** A keyword with polite words around it is still a keyword. */
const before =
  '(?:PLEASE|PLS|PLZ|HI|HEY|HELLO|OK|OKAY|JUST|SORRY|IM SORRY|I AM SORRY|CAN YOU|COULD YOU|WOULD YOU|WILL YOU|I SAID|POR FAVOR|PORFAVOR|PORFA|HOLA|OIGA|OIGAN|BUENAS|YA)';
const after =
  '(?:PLEASE|PLS|PLZ|THANKS|THANK YOU|THX|TY|NOW|RIGHT NOW|IMMEDIATELY|ASAP|ALREADY|TODAY|OK|SIR|MAAM|POR FAVOR|PORFAVOR|PORFA|PLIS|GRACIAS|MUCHAS GRACIAS|YA|AHORA|AHORA MISMO|INMEDIATAMENTE)';
const anyAfter = `(?:${after}|${brandWords()})`;
/** What follows a keyword is looked for from the first of such words on: from each of them would take the square of the work. */
const politeness = new RegExp(
  `^(?:(?:${before}|${brandWords()}) )+(?=.)| (?<! ${anyAfter} )${anyAfter}(?: ${anyAfter})*$`,
  'g',
);
const onlyPoliteness = new RegExp(
  `^(?:${before}|${after}|${brandWords()}|WHO IS THIS|WHO ARE YOU|I (?:DO NOT|DONT) KNOW YOU|F OFF|FUCK OFF|FUCK YOU|SCREW YOU)$`,
);
const betweenRepeats = new RegExp(` (?:${before}|${after})(?= )`, 'g');
/** So is a keyword with expletives. */
const expletives = /\b(?:FUCKING|FREAKING|FRICKING|DAMN|GODDAMN|FUCK OFF|F OFF|THE HELL) (?=\S)/g;

/** "No, stop" is STOP; "no cancelar" is not, nor is "No. Yes" a yes. */
const onlyNo = /^NO(?: NO)*$/;
const noBeforeStop =
  /^(?:NO (?:THANKS |THANK YOU |GRACIAS )?)+(?=(?:STOP|QUIT|UNSUBSCRIBE|LEAVE ME|NOT INTERESTED|NO ME INTERESA|NO ESTOY)\b)/;

/**
 * The keyword that the whole text amounts to, or null: "STOP", "stop please!", "Please stop texting me. Remove me." opt
 * out, while "stop sign history" and "END of the war date" are questions. Only an opt-out may stand next to what asks
 * nothing ("Stop. I mean it", "He has died. Stop texting"). Ignores case, width, accents, quotes, punctuation and emoji.
 */
export function matchKeyword(text: string): Keyword | null {
  const said = withoutFrame(text);
  const clauses = said
    .split(/[.!?,;\n\r]+/)
    .map(plainWords)
    .filter((clause) => clause !== '');
  if (clauses.length === 0) return null;
  return keywordOf(clauses) ?? (optsOutInSentences(said, isStopRequest) ? 'stop' : null);
}

function keywordOf(clauses: readonly string[]): Keyword | null {
  if (clauses.length > 8) return null;
  // "S.T.O.P." and "Opt. Out." would be split at their periods: first match the text as a whole.
  const whole = keywordOfClause(clauses.join(' '));
  if (whole) return whole;
  const alone = clauses.length === 1 ? [whole] : clauses.map(keywordOfClause);
  const kinds = new Set(alone.filter((_, nth) => !onlyPoliteness.test(clauses[nth] ?? '')));
  const isStop = clauses.every((clause, nth) => {
    return alone[nth] === 'stop' || onlyNo.test(clause) || onlyPoliteness.test(clause);
  });
  if (isStop && kinds.has('stop')) return 'stop';
  if (kinds.size !== 1) return null;
  const [only] = kinds;
  return only ?? null;
}

/** Whether a clause plainly asks us to stop. "Cancel subscription - netflix" may ask about another's. */
function isStopRequest(clause: string): boolean {
  const bare = bareOf(clause);
  return !/^(?:CANCEL|END|TERMINAR|QUIERO|DESEO)/.test(bare) && isAnyStopRequest(bare);
}

function bareOf(clause: string): string {
  const polite = clause.replace(expletives, '').replace(noBeforeStop, '').replace(politeness, '');
  return withoutRepeats(polite.replace(/\bSTOP+(?: STOP+)*\b/g, 'STOP'));
}

function keywordOfClause(clause: string): Keyword | null {
  const bare = bareOf(clause);
  if (isOptOut(clause, bare)) return 'stop';
  if (startWords.has(bare) || startInstruction.test(bare)) return 'start';
  if (helpWords.has(bare) || helpInstruction.test(bare) || isAnyHelpRequest(bare)) return 'help';
  if (yesWords.has(bare) || yesInstruction.test(bare)) return 'yes';
  return null;
}

function isOptOut(clause: string, bare: string): boolean {
  // "Para ya" is a word of its own, though YA is polite.
  if (stopWords.has(clause) || isStop(bare) || stopInstruction.test(bare)) return true;
  // "Stop cancel unsubscribe": each word may be the one before.
  let request = bare;
  for (let taken = 0; taken < 7; taken += 1) {
    const rest = request.replace(beforeRequest, '');
    if (rest === request) return false;
    if (isStop(bareOf(rest))) return true;
    request = rest;
  }
  return false;
}

function isStop(bare: string): boolean {
  const folded = bare.replace(/(\w)(?<!\1.)\1{2,}$/, '$1');
  return (
    stopWords.has(bare) ||
    stopWords.has(folded) ||
    isWrongNumber(bare) ||
    isAnyStopRequest(bare) ||
    isAnyWholeRequest(bare)
  );
}

/** "STOP STOP STOP" is STOP, and so is "STOP PLEASE STOP". */
function withoutRepeats(clause: string): string {
  const all = clause.replace(betweenRepeats, '').split(' ');
  const [first] = all;
  return first !== undefined && all.every((word) => word === first) ? first : clause;
}

function wholeClause(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function brandWords(): string {
  return plainWords(brand.name);
}
