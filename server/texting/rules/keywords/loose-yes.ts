import { plainWords } from './plain-words.ts';

const yes =
  /^(?:(?:OK|OKAY|WELL|PLEASE) )*(?:YES+|YES+ (?:REPLY|SIR|MAAM|I (?:WANT (?:IT|THIS|THAT|TO)|WOULD|AM)|IT ?IS ME|ITS ME|THAT IS ME|THATS ME|THIS IS \w+(?: \w+)?|GO AHEAD|OPT ME IN|OF COURSE|TO (?:TEXTS?|MESSAGES?|ANSWERS?|AI ANSWERS?|THE TEXTS|ALL))|I (?:REPLY|REPLIED|TEXT|SAY|SAID) YES|YE|YEA|YEAH|YEP|YUP|SURE|SURE THING|OF COURSE|ABSOLUTELY|I (?:AGREE|ACCEPT|DO)|AGREE|AGREED|ACCEPT|CONFIRMED|CLARO|CLARO QUE SI|SI (?:SENOR|SENORA|CLARO|SOY \w+(?: \w+)?|POR SUPUESTO)|POR SUPUESTO|DE ACUERDO)(?: (?:PLEASE|PLS|THANKS|THANK YOU|GRACIAS|POR FAVOR))*$/;

/** Whether a text says yes in other words than our keyword: only to a question that we asked does it confirm anything. */
export function mayBeYes(text: string): boolean {
  return yes.test(plainWords(text));
}
