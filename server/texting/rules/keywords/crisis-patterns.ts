import { accidents } from './crisis-patterns-accidents.ts';
import { medical } from './crisis-patterns-medical.ts';
import { selfHarm, selfHarmOfOthers } from './crisis-patterns-self-harm.ts';
import { violence } from './crisis-patterns-violence.ts';
import { helpNow } from './crisis-words.ts';

const responders =
  '(?:911|(?:the )?(?:police|cops|paramedics|ems|sheriff)|(?:an? |the )?ambulance|(?:the )?fire (?:department|dept|trucks?)|the law)';

/** Requests to send help. */
const callForHelp = [
  `^(?:(?:help|me|please|pls|plz|someone|hey|omg|(?:can|could|will|would) (?:you|u)|i need you to|you need to|quick|hurry|send help) )*(?:call|dial|text|get|send|contact|notify) (?:me |for )?${responders}(?: (?:now|please|pls|help|hurry|quick|asap|for me|(?:to|im|my|kin|someone|there|he|i)\\b.*))*$`,
  '^(?:please |can you |help ){0,2}(?:call|text|dial) 988(?: (?:now|please|help|for me))*$',
  '^(?:help ){0,4}(?:911|988)(?: (?:911|help|emergency|please|now|send(?: help)?))*$',
  '^(?:(?:medical )?emergency|emergency 911|i need 911|sos(?: sos){0,6}|mayday(?: mayday){1,6})$',
  '^(?:(?:help|please) ){0,4}(?:(?:this|it)(?: is|s)|i have|there is) an? (?:medical )?emergency(?: (?:help|please|now|call|i need|send)\\b.*)?$',
  '^(?:help|please|send|sos) (?:the |an )?(?:police|cops|ambulance|paramedics)(?: (?:help|please|now|hurry|asap))*$',
  '^(?:ambulance|police|cops|paramedics)(?: (?:help|please|now|hurry|asap)){1,6}$|^ambulance$',
  '(?<!\\b(?:to|should|i|you|we|they|he|people|not|dont|did|would|will|could|must|never|or|and|does (?:my|a|the) (?:\\w+ )?phone|(?:when|if) (?:kin|he|someone)) )call 911(?: now| please| help)*$',
  '^(?:(?:please|pls|omg|god) )*(?:send (?:help|someone|(?:a )?fire trucks?)|get (?:me )?help|someone (?:please )?help(?: me)?|somebody help me)(?: (?:please|pls|now|quick|hurry|me))*$',
  `(?:^|\\b(?:i|we) )need ${responders}(?! (?:\\w+ ){0,4}(?:cost|price)$)(?: (?:now|please|help|right now|at|to).*)?$`,
  `^u need to call 911${helpNow}|^i need (?:urgent |emergency )?help (?:now|fast|asap|right now)${helpNow}|^(?:(?:help|sos|please) ){1,3}(?:medical )?emergency${helpNow}|^(?:medical )?emergency help${helpNow}|^sos help${helpNow}|^mayday${helpNow}`,
  `^(?:(?:please|god|someone) ){0,3}(?:save|rescue) (?:me|us)${helpNow}`,
];

/**
 * What people in danger write, in the spelling of `inPlainSpelling` (crisis-spelling.ts), each clause a line: lower
 * case, no punctuation, "im" for "I am", "someone" for "someone is", "he" for "he is" and "she is", "kin" for "my husband
 * is", "our baby" and the like, "going to" for "gonna" and "about to". A repetition that can begin at many places of a
 * text is bounded, so that no text takes long. `crisis-patterns-spanish.ts` has the same in Spanish.
 */
export const crisisPatterns: readonly RegExp[] = [
  ...selfHarm,
  ...selfHarmOfOthers,
  ...violence,
  ...accidents,
  ...medical,
  ...callForHelp,
].map((pattern) => new RegExp(pattern, 'gm'));
