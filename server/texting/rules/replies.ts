import { brand } from '#contract/brand.ts';

const { name, domain, supportEmail } = brand;

/** The texts with fixed wording. Answers from the model never get a tail such as "Reply STOP to opt out." */
export type FixedReply =
  | 'opt_in_ask'
  | 'opted_in'
  | 'help'
  | 'stop'
  | 'start'
  | 'start_no_plan'
  | 'promo'
  | 'inactive'
  | 'unverified'
  | 'media'
  | 'empty'
  | 'hint'
  | 'nothing_to_confirm'
  | 'failed'
  | 'too_fast'
  | 'daily_limit'
  | 'repeated'
  | 'joined'
  | 'join_wrong'
  | 'crisis';

/**
 * The fixed texts, each one GSM-7 segment with this brand (replies.test.ts checks it and fails for a longer brand name).
 * Opt-in request, opt-in, HELP and START mention rates, HELP and STOP (CTIA Messaging Principles; the carrier's campaign
 * review); notices to people who may not expect them mention STOP. The reply to STOP is the one confirmation that the
 * FCC allows, without offers or billing (47 CFR 64.1200(a)(12)).
 */
export const replies: Readonly<Record<FixedReply, string>> = {
  opt_in_ask: `${name}: reply YES to get AI answers by text on this number. Msg freq varies with use. Msg&data rates may apply. Reply HELP for help, STOP to opt out.`,
  opted_in: `${name}: you're in. Text any question to this number. Msg freq varies. Msg&data rates may apply. Reply HELP for help, STOP to opt out.`,
  help: `${name}: AI answers by text. Help: ${domain}/faq or ${supportEmail}. Msg freq varies. Msg&data rates may apply. Reply STOP to opt out.`,
  stop: `${name}: you're opted out and will get no more texts from us. Reply START to opt back in.`,
  start: `${name}: you're opted back in. Text a question any time. Msg&data rates may apply. Reply HELP for help, STOP to opt out.`,
  start_no_plan: `${name}: you're opted back in. This number has no active plan yet: see ${domain}. Msg&data rates may apply. Reply HELP for help, STOP to opt out.`,
  promo: `${name} answers questions by text for subscribers. This number has no active plan. Sign up at ${domain}. Reply STOP to opt out.`,
  inactive: `${name}: your plan isn't active, so we can't answer. Sign in at ${domain} to restart it. Reply STOP to opt out.`,
  unverified: `${name}: this number isn't verified yet, so we can't answer. Sign in at ${domain} to finish verifying it. Reply STOP to opt out.`,
  media: `${name} reads text only and can't search pictures, audio or contacts. Please send your question in words.`,
  empty: `${name}: we got no question. Try one like: weather 60614, or who won the Cubs game.`,
  hint: `${name}: text one full question any time, like: weather 60614, or who won the Cubs game.`,
  nothing_to_confirm: `${name}: there's nothing to confirm right now. Just text a question, like: weather 60614.`,
  failed: `${name}: sorry, we couldn't get an answer this time. Please try again in a few minutes.`,
  too_fast: `${name}: you're sending questions very fast. Please wait a few minutes and try again.`,
  daily_limit: `${name}: you've reached the fair use limit of questions for now. Please try again tomorrow.`,
  repeated: `${name}: we answered that question twice in the last minute, so we'll skip it for 10 minutes. Any other question is fine.`,
  joined: `${name}: your phone number is verified. Go back to our page to continue. Msg&data rates may apply. Wasn't you? Reply STOP to opt out.`,
  join_wrong: `${name}: that code is wrong or has expired. Get a new one on our page and text it within 10 minutes. Reply STOP to opt out.`,
  crisis: `This is an automated search service and can't send help. In an emergency call 911. For crisis support call or text 988, any time, free.`,
};

/**
 * The text with a verification code, in one segment. It ends with a warning instead of a STOP tail.
 * @param code the digits to enter
 */
export function verificationCodeText(code: string): string {
  return `${name}: your verification code is ${code}. It expires in 10 minutes. We will never ask you for it.`;
}

/**
 * The text after a first payment, in one segment: the number for questions, and the request to opt in.
 * @param serviceNumber in E.164; shown in the American format
 */
export function welcomeText(serviceNumber: string): string {
  return `${name}: your number for questions is ${forReading(serviceNumber)}. Reply YES to get AI answers by text. Msg&data rates may apply. Reply HELP for help, STOP to opt out.`;
}

/** "+13125550142" becomes "(312) 555-0142"; other numbers stay as they are. */
function forReading(e164: string): string {
  return e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
