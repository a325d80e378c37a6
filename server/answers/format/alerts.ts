import { brand } from '#contract/brand.ts';
import { type Asks, namesUs } from '#server/answers/asks-for.ts';

import { institutionHost } from './listed-ways.ts';

/** What announces that a sentence speaks to its reader: "Dear customer, your", "Unfortunately, your". */
const address =
  "(?:(?!(?:if|when|once|before|after|until|unless|while|in|under|for|with)\\b)[\\w&.'’-]+(?: [\\w&.'’-]+){0,7}[,:!] ?|unfortunately |this is to (?:inform|notify) you that |(?:please )?note (?:that )?|we(?:'ve| have)? (?:noticed|regret to inform you|inform you) (?:that )?)?";
const yours = `^\\W{0,3}${address}your (?:[\\w'-]+ ){0,3}`;
/** "Your license expires on your birthday" states a rule and says nothing about the reader's own license. */
const noRule =
  '(?! (?:(?:on )?(?:the|your) |every |each |(?:if|when|whenever|once|until|as soon as|after) (?!we\\b|several|multiple|\\d|you (?:don|do not|fail|ignore))|\\w+ (?:days?|weeks?|months?|years?) (?:after|from) (?!now\\b|today\\b)|at (?:the|age)\\b))';
/** "Verify your identity with two documents at the office" sends no one to a web page or a number. */
const inPerson =
  "(?!.*\\b(?:in person|by mail|with (?:an? |one |two |three )(?:[\\w-]+ )?(?:documents?|forms?|ids?|passport|bill|statement|copy|check)\\b|at (?:the|your|any|a|an) (?:[\\w'-]+ ){0,3}(?:desk|office|branch|counter|station|store|bank)\\b))";
/** "Never send your password" is no instruction; "remember to send" is one. */
const noWarning = "(?<!\\b(?:never|not|nunca|jamás|[a-z]+n['’]t) (?:\\w+ )?|\\bno )";
/** The verbs of an instruction to reply. The reader's reply would go to us. */
const answerIt = `${noWarning}\\b(?:reply|respond|answer|responda|responde|conteste)`;
const doText = `${noWarning}\\b(?:reply|respond|answer|text|send|responda|responde|conteste|env[ií][ea]|mand[ea]|escriba|texte[ae]?)`;
/** Words that would end or change the reader's own subscription: the common ones of Twilio's STOP words, and ours. */
const ownKeyword =
  '(?:STOP(?: ?ALL)?|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPT ?-?OUT|ALTO|PARAR|CANCELAR|BAJA|FORGET|HOME OFF|CASA NO|JOIN)';
/** An instruction that names a number, or the sender of another message, is for that one. */
const elsewhere =
  '(?!["\'”’]? (?:to|at|al?) (?:\\(?\\d{3}|(?:the |that |any |each |those |a )?(?:sender|company|number (?:that|which)|messages?\\b|texts?\\b)))';
const instructions: readonly RegExp[] = [
  /\b(?:reply|text back|respond) (?:with )?["']?(?:stop|yes|help|start|y|1)["']? to\b/i,
  new RegExp(`${doText} (?:[\\w'-]+ ){0,4}["'“‘]${ownKeyword}["'”’]${elsewhere}`, 'i'),
  new RegExp(`${answerIt}(?: back)?(?: with| con)?(?: the word| la palabra)? ${ownKeyword}\\b${elsewhere}`, 'i'),
];
/**
 * The keyword without quotation marks counts in capitals only: "send cancel-anytime offers" is no instruction. The letters
 * are compared in code, because V8 seems to have ignored the `i` of a group `(?i:…)` in one run of the tests.
 */
const unquoted = new RegExp(
  `${doText}(?: (?:back|the|la|word|palabra|with|con|message|just|simply|us|or)){0,4} ["'“‘]?(?<keyword>${ownKeyword})\\b${elsewhere}`,
  'gi',
);
/** What no one asks for by text. */
const secrets = new RegExp(
  `${doText} (?:(?:us|me|back|with|con|it|now|por|a|este|this|number|número|to) ){0,5}(?:your|su|tu) (?:[\\p{L}-]+ ){0,3}(?:passwords?|pass ?codes?|pin|(?<!zip |area |postal |promo )code|ssn|social security number|(?:card|account) (?:number|details|login)|clave|contraseña|código(?! postal)|número de (?:tarjeta|cuenta))(?!\\p{L})`,
  'iu',
);

/**
 * Sentences that look like a message from a bank, a carrier or us. A web page can plant them in an answer, and carriers
 * filter them as phishing (https://www.twilio.com/docs/api/errors/30007; docs/reference/security.md#t12). A true answer
 * about a license, a card or a plan comes close to some of them: these name the `thing`, which the question may ask for.
 */
const alertShapes: readonly RegExp[] = [
  /\b(?:verification|security|log ?-?in|sign ?-?in|one-time|access|confirmation|authentication|2fa|otp)[ -](?:code|pin|pass ?code|password)(?: is| was|:| =)* ?#?\d{4,8}\b/i,
  /\b\d{4,8} is (?:your|the) [\w -]{0,40}\b(?:code|pin|pass ?code)\b/i,
  /^\W{0,3}(?:[A-Z][\w&.' -]{1,24})?(?:alert|notice|warning|urgent|final notice|action required)?\s?:\s(?:urgent|action required|final notice|your [\w -]{0,30}\b(?:account|card|package|parcel|payment|password|profile|access)\b[^.]{0,40}\b(?:suspend|lock|limit|held|hold|expire|declin|compromis|disabl|deactivat|unusual|verify|confirm))/i,
  /^\W{0,3}(?:urgent|action required)[:!,]? .{0,80}\b(?:account|card|package|password|payment)\b/i,
  new RegExp(
    `${yours}(?<thing>account|card|profile|number|subscription) (?:has been|was|is|will be) (?:temporarily |permanently )?(?:suspended|locked|limited|deactivated|disabled|restricted|terminated)\\b${noRule}`,
    'i',
  ),
  new RegExp(
    `^${inPerson}\\W{0,3}(?:please )?(?:verify|confirm|validate|unlock|restore) your (?:[\\w'-]+ ){0,3}(?<thing>account|identity|card|password|payment|billing)\\b`,
    'i',
  ),
  secrets,
  new RegExp(
    `^\\W{0,3}(?:[\\p{L}-]+ ){0,3}(?:su|tu) (?:[\\p{L}-]+ ){0,3}(?<thing>cuenta|tarjeta|servicio|suscripción|número|licencia|membresía|plan) (?:ha sido|fue|está|será) (?:temporalmente )?(?:suspendid|bloquead|cancelad|desactivad|limitad|restringid|vencid)[oa]\\b`,
    'iu',
  ),
  new RegExp(
    `${yours}(?<thing>plan|subscription|membership|service|trial|account|coverage|warranty|card|payment|number|license) (?:has |is |was |will |have )?(?:be |been |about to |going to )?(?:expir(?:e[ds]?|ing)|end(?:ed|s|ing)?|laps(?:ed|es|ing)|cancel+ed|due|overdue|past due|unpaid|declined|failed)\\b${noRule}`,
    'i',
  ),
  new RegExp(
    `^${inPerson}\\W{0,3}(?:please )?(?:renew|reactivate|re-activate|restart|upgrade) your (?:[\\w'-]+ ){0,3}(?<thing>plan|subscription|membership|service|account)\\b`,
    'i',
  ),
];
/** "Renew online at travel.state.gov" sends its reader to an institution; one that is named elsewhere does not count. */
const toInstitution = `(?:(?:now|today|it|here|online) ){0,3}(?:at|on|through|via) [a-z0-9.-]{1,60}${institutionHost}`;
const renewal = new RegExp(
  `^${inPerson}\\W{0,3}(?:please )?(?:renew|reactivate|re-activate|upgrade) (?!${toInstitution})(?:now|today|it|here|by|at|online)\\b`,
  'i',
);
/** No true answer about a renewal wants a reply to us, or hurries its reader with a loss. */
const renewalLure = new RegExp(
  `^\\W{0,3}(?:please )?(?:renew|reactivate|re-activate|restart|upgrade)\\b.*(?:${noWarning}\\brepl(?:y|ying)\\b${elsewhere}|(?<!\\b(?:call|dial)(?:ing)? )\\bthis number\\b|\\b(?:now|today|tonight|midnight|immediately)\\b.* or (?:you(?:['’]ll| will) )?(?:lose|your)\\b)`,
  'i',
);

/**
 * Whether a sentence of an answer imitates an alert, a login code or a service message; urges the reader to renew
 * something or to text a word that would end the subscription, unless the question is about that; wants a reply for a
 * renewal; or names us, which only an answer about us may do.
 */
export function looksLikeAlert(sentence: string, asks: Asks): boolean {
  const { us, keywords, things } = asks;
  const start = sentence.slice(0, 500);
  if (renewalLure.test(start) || (!asks.renewal && renewal.test(start))) return true;
  if (!keywords && (tellsToTextKeyword(start) || instructions.some((shape) => shape.test(start)))) return true;
  return alertShapes.some((shape) => isOf(shape, start, things)) || (!us && namesUs(sentence, brand.name));
}

function tellsToTextKeyword(sentence: string): boolean {
  return Array.from(sentence.matchAll(unquoted), ({ groups }) => groups?.['keyword'] ?? '').some(
    (keyword) => keyword === keyword.toUpperCase(),
  );
}

/** An alert about a thing that the question names is its answer: "No. Your license is expired." */
function isOf(shape: RegExp, sentence: string, asked: readonly string[]): boolean {
  const found = shape.exec(sentence);
  const thing = found?.groups?.['thing']?.toLowerCase();
  return found !== null && (thing === undefined || !asked.includes(thing));
}

/** What is left of an answer whose sentence with the substance was refused: it would mislead. */
export function isBareYesOrNo(text: string): boolean {
  return /^\W*(?:yes|no|s[ií])\W*$/i.test(text);
}
