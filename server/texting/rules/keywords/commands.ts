import { plainWords } from './plain-words.ts';

/** A text that is a command about the last answer. */
export type Command = 'forget' | 'more';

const commandWords: Readonly<Record<Command, ReadonlySet<string>>> = {
  forget:
    words(`FORGET|FORGET IT|FORGET THAT|FORGET THIS|FORGET ALL|FORGET EVERYTHING|FORGET IT ALL|FORGET MY QUESTION|FORGET MY QUESTIONS
    |FORGET MY LAST QUESTION|FORGET WHAT I ASKED|FORGET WHAT I SAID|OLVIDA|OLVIDAR|OLVIDALO|OLVIDE|OLVIDELO|OLVIDA ESO|OLVIDE ESO|OLVIDA TODO|OLVIDE TODO`),
  more: words(`MORE|TELL ME MORE|SAY MORE|GIVE ME MORE|MORE MORE|CONTINUE|GO ON|KEEP GOING|THE REST|THE NEXT STEP|NEXT STEP|NEXT STEPS
    |MAS|DIGA MAS|DIGAME MAS|DIME MAS|CUENTAME MAS|CONTINUA|SIGA|SIGUE|EL RESTO`),
};

const after = '(?:PLEASE|PLS|NOW|THANKS|POR FAVOR|GRACIAS)';
const before = '(?:PLEASE|PLS|POR FAVOR|OK|OKAY|YES|AND|SI|Y)';
/** As in keywords.ts. */
const politeness = new RegExp(`^(?:${before} )+(?=.)| (?<! ${after} )${after}(?: ${after})*$`, 'g');

/** The command that the whole text is, or null: "Forget it!" is one, "forget me not flower" and "more than
 * words lyrics" are questions. */
export function matchCommand(text: string): Command | null {
  const bare = plainWords(text).replace(politeness, '');
  if (commandWords.forget.has(bare)) return 'forget';
  return commandWords.more.has(bare) ? 'more' : null;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|').map((word) => word.trim()));
}
