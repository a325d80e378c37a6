import { plain, readAnswer, type ReadAnswer } from './conversation.ts';
import type { Evidence, InboundRow, SentText } from './evidence.ts';

/** Reports offenders, if any. @returns how many there are */
export type Report = (what: string, offenders: readonly string[]) => number;

/** How often a phone shows the answer to a text, without what MORE added to it. */
export function timesRead(texts: readonly string[], { body }: Pick<SentText, 'body'>): number {
  return texts.filter((text) => {
    const { asked, isMore } = readAnswer(text);
    return asked === plain(body) && !isMore;
  }).length;
}

/** An answer on a phone, made with the previous question. `text` is null for MORE, of which each person sends one. */
type Recalled = { readonly text: SentText | null; readonly question: SentText | undefined; readonly what: string };

/**
 * What was recalled is a question of the same phone that was not forgotten, and none was answered after it before the
 * person texted again; each MORE brought what we say it did; and a home place is the one that its phone set.
 * @returns how many texts were answered with the previous question
 */
export function checkConversations(sent: readonly SentText[], evidence: Evidence, report: Report): number {
  const rows = new Map(evidence.inbound.map((row) => [row.sid, row]));
  const ofPhones = Map.groupBy(sent, ({ person }) => person.phone);
  const recalled = [...ofPhones].flatMap(([phone, texts]) => recalledOn(texts, evidence.received.get(phone) ?? []));
  const offenders = (isFaulty: (one: Recalled) => boolean): string[] =>
    recalled.filter(isFaulty).map(({ what }) => what);
  report(
    'recalled what this phone had not asked',
    offenders(({ question }) => question === undefined),
  );
  report(
    'recalled what was forgotten',
    offenders((one) => wasForgotten(one, ofPhones, rows)),
  );
  report(
    'recalled an older question than the last one',
    offenders((one) => isOld(one, ofPhones, rows)),
  );
  checkMore(ofPhones, evidence, report);
  checkHomes(sent, evidence, report);
  return recalled.length;
}

function recalledOn(texts: readonly SentText[], received: readonly string[]): Recalled[] {
  const bySaid = new Map(texts.map((text) => [plain(text.body), text]));
  const more = texts.find(({ kind }) => kind === 'more') ?? null;
  return received.map(readAnswer).flatMap(({ asked, after, isMore }: ReadAnswer) => {
    if (after === null) return [];
    const text = isMore ? more : (bySaid.get(asked) ?? null);
    return [{ text, question: bySaid.get(after), what: `${asked} after ${after} (${text?.sid})` }];
  });
}

type Rows = ReadonlyMap<string, Pick<InboundRow, 'closedAt' | 'accepted'>>;
type ByPhone = ReadonlyMap<string, readonly SentText[]>;

/** The question was answered before a FORGET or a STOP, which was done before the text that recalled it was sent. */
function wasForgotten({ text, question }: Recalled, sent: ByPhone, rows: Rows): boolean {
  if (text === null || question === undefined) return false;
  const { closedAt } = rows.get(question.sid) ?? {};
  return (sent.get(text.person.phone) ?? []).some(
    ({ kind, sid, sentAt }) =>
      (kind === 'forget' || kind === 'stop') &&
      closedAt !== undefined &&
      closedAt < sentAt &&
      isDoneBefore(rows, sid, text),
  );
}

/**
 * A text whose webhook was lost is found in the carrier's list, which has whole seconds, by a clock that may differ by
 * one: within that time it may count as older than the previous text.
 */
const listedWithinMs = 2000;

/** Another question was asked after the recalled one, and answered before the text that recalled it was sent. */
function isOld({ text, question }: Recalled, sent: ByPhone, rows: Rows): boolean {
  if (text === null || question === undefined) return false;
  const { closedAt } = rows.get(question.sid) ?? {};
  const surelyBefore = { sentAt: new Date(text.sentAt.getTime() - listedWithinMs) };
  return (sent.get(text.person.phone) ?? []).some(
    ({ sid, sentAt }) =>
      rows.get(sid)?.accepted === true &&
      closedAt !== undefined &&
      closedAt < sentAt &&
      isDoneBefore(rows, sid, surelyBefore),
  );
}

function isDoneBefore(rows: Rows, sid: string, { sentAt }: Pick<SentText, 'sentAt'>): boolean {
  const { closedAt } = rows.get(sid) ?? {};
  return closedAt !== undefined && closedAt < sentAt;
}

/**
 * A phone shows more of an answer as often as we sent it. A repeated forecast is not distinguished from a first one.
 */
function checkMore(ofPhones: ByPhone, { received, outbound }: Evidence, report: Report): void {
  const told = new Set(
    outbound
      .filter(({ state, purpose }) => state === 'accepted' && purpose === 'answer')
      .map(({ inboundSid }) => inboundSid),
  );
  const wrong = [...ofPhones].filter(([phone, texts]) => {
    const shown = (received.get(phone) ?? []).filter((text) => readAnswer(text).isMore).length;
    return shown > texts.filter(({ kind, sid }) => kind === 'more' && told.has(sid)).length;
  });
  report(
    'more was told than asked for',
    wrong.map(([phone]) => phone),
  );
}

/** The home place of an account is the one that its phone set, if we confirmed it. */
function checkHomes(sent: readonly SentText[], { inbound, homes }: Evidence, report: Report): void {
  const confirmed = new Set(inbound.filter(({ reply }) => reply === 'home').map(({ sid }) => sid));
  const wrong = sent.filter(({ kind, sid, body, person }) => {
    if (kind !== 'home' || person.role !== 'subscriber') return false;
    const place = /60614/.test(body) ? 'Chicago, IL' : 'Austin, TX';
    return homes.get(person.phone) !== (confirmed.has(sid) ? place : undefined);
  });
  report(
    'the home place is not what its phone told',
    wrong.map(({ sid, person }) => `${sid} of ${person.phone}`),
  );
}
