import { fixedReplyAgeMaxMs } from '#server/texting/rules/decide-reply.ts';
import type { FixedReply } from '#server/texting/rules/replies.ts';

import type { Evidence, InboundRow, OutboundRow, SentText } from './evidence.ts';
import { checkConversations, type Report, timesRead } from './verify-conversations.ts';

export type Verdict = {
  /** Each names what is wrong and the texts concerned. Empty: the run passed. */
  readonly violations: string[];
  readonly texts: number;
  readonly answered: number;
  readonly apologized: number;
  /**
   * Given up by rule: three sends that provably were not created (docs/reference/texting-protocol.md#reconciliation).
   */
  readonly givenUp: number;
  /** Silent by rule: fixed replies to texts that were older than five minutes when their turn came. */
  readonly tooLate: number;
  readonly lost: number;
  readonly duplicates: number;
  /** Follow-ups and MORE that were answered with the previous question. */
  readonly recalled: number;
};

const attemptsMax = 3;

/**
 * The verdict on a run (docs/reference/texting-protocol.md#invariants): compares the carrier's ledger (what happened),
 * the tables (our records) and the phones (what people read). Pure.
 */
export function verify(sent: readonly SentText[], evidence: Evidence): Verdict {
  const violations: string[] = [];
  const report = (what: string, offenders: readonly string[]): number => {
    if (offenders.length > 0) violations.push(`${what}: ${offenders.length} (${offenders.slice(0, 8).join(', ')})`);
    return offenders.length;
  };
  const accepted = evidence.outbound.filter(({ state }) => state === 'accepted');
  checkLedger(evidence, accepted, report);
  checkOptOuts(evidence, accepted, report);
  checkStrangers(sent, evidence, report);
  const recalled = checkConversations(sent, evidence, report);

  const rows = new Map(evidence.inbound.map((row) => [row.sid, row]));
  const replies = Map.groupBy(accepted, ({ inboundSid }) => inboundSid);
  const twice = [...replies].filter(([sid, sends]) => sid !== null && sends.length > 1).map(([sid]) => sid ?? '');
  const answerable = sent.filter(({ person }) => person.role === 'subscriber');
  const isGivenUp = (sid: string): boolean => rows.get(sid)?.outcome === 'failed' && spentAttempts(evidence, sid);
  const isLate = (sid: string): boolean => isTooLate(rows.get(sid));
  const lost = answerable.filter(({ sid }) => !replies.has(sid) && !isGivenUp(sid) && !isLate(sid));
  const wrong = answerable.filter((text) => !readsItsReply(text, evidence, rows.get(text.sid)));
  const duplicated = report('I2: answered more than once', [...new Set([...twice, ...readTwice(sent, evidence)])]);
  const missing = report('lost: no reply', lost.map(describe));
  report(
    'the phone does not show what the text was answered with',
    wrong.filter(({ sid }) => !isGivenUp(sid)).map(describe),
  );
  return {
    violations,
    texts: sent.length,
    answered: evidence.inbound.filter(({ outcome }) => outcome === 'answered').length,
    apologized: evidence.inbound.filter(({ outcome }) => outcome === 'apologised').length,
    tooLate: answerable.filter(({ sid }) => isLate(sid)).length,
    givenUp: answerable.filter(({ sid }) => isGivenUp(sid)).length,
    lost: missing,
    duplicates: duplicated,
    recalled,
  };
}

/** I1, I3, I4: our records match the carrier's ledger, and the counters are the sums of our records. */
function checkLedger({ ledger, inbound, counters }: Evidence, accepted: readonly OutboundRow[], report: Report): void {
  const sidsOf = (direction: string): Set<string> =>
    new Set(ledger.filter((text) => text.direction === direction).map(({ sid }) => sid));
  const [inboundSids, outboundSids] = [sidsOf('inbound'), sidsOf('outbound-api')];
  const stored = new Set(inbound.map(({ sid }) => sid));
  const recorded = new Set(accepted.map(({ sid }) => sid ?? ''));
  report('I1: in the carrier ledger, not in our table', [...inboundSids.difference(stored)]);
  report('I1: in our table, not in the carrier ledger', [...stored.difference(inboundSids)]);
  report('I3: sent by the carrier, not recorded by us', [...outboundSids.difference(recorded)]);
  report('I3: recorded as sent, not in the carrier ledger', [...recorded.difference(outboundSids)]);
  const count = (rows: readonly unknown[], name: string): void => {
    const total = counters.get(name) ?? 0;
    if (total !== rows.length) report(`I4: ${name} is ${total}, not ${rows.length}`, ['']);
  };
  // What MORE adds is not an answer to a question of its own.
  const moreSids = new Set(inbound.filter(({ kind }) => kind === 'more').map(({ sid }) => sid));
  count(inbound, 'texts.received');
  count(
    inbound.filter((row) => row.accepted),
    'questions.accepted',
  );
  count(
    inbound.filter((row) => row.counted),
    'questions.answered',
  );
  count(
    accepted.filter(({ purpose, inboundSid }) => purpose === 'answer' && !moreSids.has(inboundSid ?? '')),
    'questions.answered',
  );
  count([], 'sends.duplicates');
}

/** The statement timeout: a send that began before the STOP was stored may have held the sender's lock. */
const receiveMaxMs = 3000;

/** I6: no send began for a number after its STOP was committed. */
function checkOptOuts({ optOuts }: Evidence, accepted: readonly OutboundRow[], report: Report): void {
  const after = accepted.filter(({ recipient, intentAt, purpose }) => {
    const optedOutAt = optOuts.get(recipient);
    return optedOutAt !== undefined && +intentAt > +optedOutAt + receiveMaxMs && purpose !== 'keyword';
  });
  report(
    'I6: sent to a number that had opted out',
    after.map(({ sid, recipient }) => `${sid} to ${recipient}`),
  );
}

/** A stranger receives exactly one notice, unless it became too late for it, or the carrier refused each attempt. */
function checkStrangers(sent: readonly SentText[], evidence: Evidence, report: Report): void {
  const { inbound, received } = evidence;
  const isExcused = (row: InboundRow): boolean => isTooLate(row) || spentAttempts(evidence, row.sid);
  const excused = new Set(inbound.filter(isExcused).map(({ sender }) => sender));
  const strangers = sent.filter(({ person }) => person.role === 'stranger');
  const phones = new Set(strangers.map(({ person }) => person.phone));
  const counts = [...phones].map((phone) => [phone, received.get(phone)?.length ?? 0] as const);
  report(
    'a stranger did not receive exactly one text',
    counts
      .filter(([phone, count]) => count > 1 || (count === 0 && !excused.has(phone)))
      .map(([phone, count]) => `${phone} got ${count}`),
  );
}

function isTooLate(row: InboundRow | undefined): boolean {
  if (row === undefined || row.outcome !== 'silent' || row.reply === null) return false;
  return +row.closedAt - +row.receivedAt > fixedReplyAgeMaxMs(row.reply as FixedReply);
}

function spentAttempts({ outbound }: Evidence, sid: string): boolean {
  return outbound.filter(({ inboundSid, state }) => inboundSid === sid && state === 'absent').length >= attemptsMax;
}

/** An answered text's own answer is on the phone exactly once; after an apology it is absent. */
function readsItsReply(text: SentText, { received }: Evidence, row: Pick<InboundRow, 'outcome'> | undefined): boolean {
  if (text.word === null) return true;
  const times = timesRead(received.get(text.person.phone) ?? [], text);
  return row?.outcome === 'answered' ? times === 1 : times === 0;
}

function readTwice(sent: readonly SentText[], { received }: Evidence): string[] {
  return sent
    .filter((text) => text.word !== null && timesRead(received.get(text.person.phone) ?? [], text) > 1)
    .map(({ sid }) => sid);
}

function describe({ sid, person }: SentText): string {
  return `${sid} of ${person.phone}`;
}
