/**
 * The keywords that Twilio answers automatically on a long code or through a messaging service: STOP words, opt-in
 * words, HELP and INFO; the exact word alone, case-insensitive
 * (https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out; the list is the account's default).
 */
const answered = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'START',
  'YES',
  'UNSTOP',
  'HELP',
  'INFO',
]);

/** Whether the carrier sends its own reply to this text. "STOP please", "opt out" and JOIN are left to us. */
export function carrierAnswers(body: string): boolean {
  return answered.has(body.trim().toUpperCase());
}
