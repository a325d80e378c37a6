import { brand } from '#contract/brand.ts';

import { plainWords } from './keywords/plain-words.ts';

const name = plainWords(brand.name);
const service = `(?:THIS|IT|YOU|${name}|(?:THIS|YOUR) (?:SERVICE|NUMBER|THING))`;

/** Each a whole text. Unsure means a question like any other. */
const asksWhatThisIs = new RegExp(
  `^(?:(?:HI|HELLO|HEY|OK|SO|HOLA) )?(?:${[
    'WHAT (?:ELSE )?(?:CAN|COULD|SHOULD|DO) I (?:ASK|TEXT)(?: YOU| HERE)*',
    '(?:WHAT|WHAT KIND OF|WHICH) QUESTIONS (?:CAN|DO) (?:I ASK|YOU ANSWER)(?: YOU| HERE)*',
    'WHAT (?:ALL |ELSE )?(?:CAN|DO) (?:YOU|U) DO(?: FOR ME)?',
    `HOW (?:DO|CAN|SHOULD) I USE ${service}`,
    `HOW (?:DO|DOES) ${service} WORK`,
    `(?:WHAT IS|WHATS) (?:THIS|${name}|THIS (?:SERVICE|NUMBER|THING))`,
    '(?:WHO IS|WHOS) THIS|WHO (?:ARE|R) (?:YOU|U)|WHAT (?:ARE|R) (?:YOU|U)',
    '(?:ARE|R) (?:YOU|U) (?:AN? )?(?:REAL|HUMAN|AI|ROBOT|BOT|COMPUTER|MACHINE|PERSON|REAL PERSON|CHATBOT|CHATGPT)',
    'IS (?:THIS|IT) (?:AN? )?(?:AI|ROBOT|BOT|COMPUTER|MACHINE|REAL PERSON|HUMAN|CHATBOT|CHATGPT)',
    'COMMANDS|LIST OF COMMANDS|WHAT ARE THE COMMANDS|INSTRUCTIONS|COMANDOS|INSTRUCCIONES',
    'QUE (?:LE |TE )?PUEDO PREGUNTAR(?:TE|LE)?|QUE (?:PUEDES?|SABES?) HACER|QUE HACES?',
    `COMO (?:FUNCIONA|SE USA|USO)(?: (?:ESTO|ESTE (?:SERVICIO|NUMERO)|${name}))?`,
    `QUE ES (?:ESTO|ESTE (?:SERVICIO|NUMERO)|${name})|QUIEN (?:ERES|ES USTED)|QUIENES SON`,
    '(?:ERES|ES(?: USTED)?|ES ESTO) (?:UNA? )?(?:IA|ROBOT|BOT|MAQUINA|COMPUTADORA|PERSONA(?: REAL)?|HUMANO)',
  ].join('|')})$`,
);

/** Whether a text asks what this service is, what can be asked, or whether a person answers. Pure. */
export function isAboutUs(text: string): boolean {
  return asksWhatThisIs.test(plainWords(text));
}
