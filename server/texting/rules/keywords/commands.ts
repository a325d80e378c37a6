import { withoutFrame } from './phone-frame.ts';
import { plainWords, wordSet } from './plain-words.ts';

/** A text that is a command about the last answer. */
export type Command = 'forget' | 'more';

const commandWords: Readonly<Record<Command, ReadonlySet<string>>> = {
  forget:
    wordSet(`FORGET|FORGET IT|FORGET THAT|FORGET THIS|FORGET ALL|FORGET EVERYTHING|FORGET IT ALL|FORGET MY QUESTION|FORGET MY QUESTIONS
    |FORGET MY LAST QUESTION|FORGET WHAT I ASKED|FORGET WHAT I SAID|OLVIDA|OLVIDAR|OLVIDALO|OLVIDE|OLVIDELO|OLVIDA ESO|OLVIDE ESO|OLVIDA TODO|OLVIDE TODO`),
  more: wordSet(`TELL ME MORE|SAY MORE|GIVE ME MORE|MORE MORE|CONTINUE|GO ON|KEEP GOING|THE REST|THE NEXT STEP|NEXT STEP|NEXT STEPS
    |DIGA MAS|DIGAME MAS|DIME MAS|CUENTAME MAS|CONTINUA|SIGA|SIGUE|EL RESTO`),
};

/** "MORE" in our own words and in plain ones: "Text MORE for more", "can you tell me more about that". */
const moreRequest =
  /^(?:(?:(?:REPLY|TEXT|TXT|SEND|RESPONDA|MANDE|MANDA|ENVIE) )?(?:MORE|MAS)(?: FOR MORE| PARA (?:SABER )?MAS)?|(?:(?:CAN|COULD|WILL|WOULD) YOU )?TELL ME MORE(?: ABOUT (?:IT|THAT|THIS))?|I (?:WANT|NEED|WOULD LIKE) MORE|(?:(?:GIVE ME|I WANT|SEND ME) )?MORE DETAILS?|(?:QUIERO )?SABER MAS|MAS DETALLES)$/;
/** HELP, where there is no answer to tell more about. */
const moreInfo =
  /^(?:(?:GIVE ME|I (?:WANT|NEED)|SEND ME|QUIERO|NECESITO) )?(?:MORE (?:INFO|INFORMATION)|MAS (?:INFO|INFORMACION))$/;

const after = '(?:PLEASE|PLS|NOW|THANKS|POR FAVOR|GRACIAS)';
const before = '(?:PLEASE|PLS|POR FAVOR|OK|OKAY|YES|AND|SI|Y)';
/** As in keywords.ts. */
const politeness = new RegExp(`^(?:${before} )+(?=.)| (?<! ${after} )${after}(?: ${after})*$`, 'g');

/** The command that the whole text is, or null: "Forget it!" is one, "forget me not flower" and "more than
 * words lyrics" are questions. */
export function matchCommand(text: string): Command | null {
  const bare = bareOf(text);
  if (commandWords.forget.has(bare)) return 'forget';
  return commandWords.more.has(bare) || moreRequest.test(bare) || moreInfo.test(bare) ? 'more' : null;
}

/** Whether a text that asks for more may ask for HELP: "more info". */
export function isMoreInfo(text: string): boolean {
  return moreInfo.test(bareOf(text));
}

function bareOf(text: string): string {
  return plainWords(withoutFrame(text)).replace(politeness, '');
}
