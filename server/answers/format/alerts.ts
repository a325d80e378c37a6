import { brand } from '#contract/brand.ts';
import { type Asks, namesUs } from '#server/answers/asks-for.ts';

/**
 * Sentences that look like a message from a bank, a carrier or us. A web page can plant them in an answer, carriers
 * filter them as phishing (https://www.twilio.com/docs/api/errors/30007), and no true answer needs them
 * (docs/reference/security.md#t12).
 */
const alertShapes: readonly RegExp[] = [
  /\b(?:verification|security|log ?-?in|sign ?-?in|one-time|access|confirmation|authentication|2fa|otp)[ -](?:code|pin|pass ?code|password)(?: is| was|:| =)* ?#?\d{4,8}\b/i,
  /\b\d{4,8} is (?:your|the) [\w -]{0,40}\b(?:code|pin|pass ?code)\b/i,
  /^\W{0,3}(?:[A-Z][\w&.' -]{1,24})?(?:alert|notice|warning|urgent|final notice|action required)?\s?:\s(?:urgent|action required|final notice|your [\w -]{0,30}\b(?:account|card|package|parcel|payment|password|profile|access)\b[^.]{0,40}\b(?:suspend|lock|limit|held|hold|expire|declin|compromis|disabl|deactivat|unusual|verify|confirm))/i,
  /^\W{0,3}(?:urgent|action required)[:!,]? .{0,80}\b(?:account|card|package|password|payment)\b/i,
  /\byour (?:[\w'-]+ ){0,3}(?:account|card|profile|number|subscription) (?:has been|was|is|will be) (?:temporarily |permanently )?(?:suspended|locked|limited|deactivated|disabled|restricted|terminated)\b/i,
  /^\W{0,3}(?:please )?(?:verify|confirm|validate|unlock|restore) your (?:[\w'-]+ ){0,3}(?:account|identity|card|password|payment|billing)\b/i,
  /\b(?:reply|text back|respond) (?:with )?["']?(?:stop|yes|help|start|y|1)["']? to\b/i,
  /\byour (?:[\w'-]+ ){0,3}(?:plan|subscription|membership|service|trial|account|coverage|warranty|card|payment|number|license) (?:has |is |was |will |have )?(?:be |been |about to |going to )?(?:expir(?:e[ds]?|ing)|end(?:ed|s|ing)|laps(?:ed|es|ing)|cancel+ed|due|overdue|past due|unpaid|declined|failed)\b/i,
  /^\W{0,3}(?:please )?(?:renew|reactivate|re-activate|restart|upgrade) (?:now|today|it|here|by|at|online|your (?:[\w'-]+ ){0,3}(?:plan|subscription|membership|service|account))\b/i,
];

/**
 * Whether a sentence of an answer imitates an alert, a login code or a service message; or names us, which only an
 * answer about us may do.
 */
export function looksLikeAlert(sentence: string, { us }: Asks): boolean {
  const start = sentence.slice(0, 500);
  return alertShapes.some((shape) => shape.test(start)) || (!us && namesUs(sentence, brand.name));
}
