import type { Evidence, InboundRow, OutboundRow } from './evidence.ts';
import type { Person } from './plan.ts';

/** What was texted: the word is unique to the text, and spelt backwards in its answer. */
export type SentText = { readonly sid: string; readonly person: Person; readonly word: string | null };

export type Judgement = {
  /** Each names what is wrong, and the texts in question. Empty: not guilty. */
  readonly violations: string[];
  readonly texts: number;
  readonly answered: number;
  readonly apologised: number;
  /** By rule: three sends that provably did not happen (protocol 2.6). */
  readonly givenUp: number;
  readonly lost: number;
  readonly duplicates: number;
};

const attemptsMax = 3;

/**
 * The verdict on a run (answer protocol 2.15): the carrier's ledger says what really happened, the tables what we
 * believe, and the phones what people read. Pure.
 */
export function judge(sent: readonly SentText[], evidence: Evidence): Judgement {
  const violations: string[] = [];
  const blame = (what: string, guilty: readonly string[]): number => {
    if (guilty.length > 0) violations.push(`${what}: ${guilty.length} (${guilty.slice(0, 8).join(', ')})`);
    return guilty.length;
  };
  const accepted = evidence.outbound.filter(({ state }) => state === 'accepted');
  checkBooks(evidence, accepted, blame);
  checkOptOuts(evidence, accepted, blame);
  checkStrangers(sent, evidence, blame);

  const rows = new Map(evidence.inbound.map((row) => [row.sid, row]));
  const replies = Map.groupBy(accepted, ({ inboundSid }) => inboundSid);
  const twice = [...replies].filter(([sid, sends]) => sid !== null && sends.length > 1).map(([sid]) => sid ?? '');
  const promised = sent.filter(({ person }) => person.sort === 'subscriber');
  const isGivenUp = (sid: string): boolean => rows.get(sid)?.outcome === 'failed' && spentAttempts(evidence, sid);
  const lost = promised.filter(({ sid }) => (replies.get(sid)?.length ?? 0) === 0 && !isGivenUp(sid));
  const wrong = promised.filter((text) => !readsItsReply(text, evidence, rows.get(text.sid)));
  const duplicated = blame('I2: answered more than once', [...new Set([...twice, ...readTwice(sent, evidence)])]);
  const missing = blame('lost: no reply', lost.map(describe));
  blame(
    'the phone does not show what the text was answered with',
    wrong.filter(({ sid }) => !isGivenUp(sid)).map(describe),
  );
  return {
    violations,
    texts: sent.length,
    answered: evidence.inbound.filter(({ outcome }) => outcome === 'answered').length,
    apologised: evidence.inbound.filter(({ outcome }) => outcome === 'apologised').length,
    givenUp: promised.filter(({ sid }) => isGivenUp(sid)).length,
    lost: missing,
    duplicates: duplicated,
  };
}

type Blame = (what: string, guilty: readonly string[]) => number;

/** I1, I3, I4: our books and the carrier's say the same, and the counters are the sums of the books. */
function checkBooks({ ledger, inbound, counters }: Evidence, accepted: readonly OutboundRow[], blame: Blame): void {
  const sidsOf = (direction: string): Set<string> =>
    new Set(ledger.filter((text) => text.direction === direction).map(({ sid }) => sid));
  const [came, went] = [sidsOf('inbound'), sidsOf('outbound-api')];
  const taken = new Set(inbound.map(({ sid }) => sid));
  const bound = new Set(accepted.map(({ sid }) => sid ?? ''));
  blame('I1: the carrier has it, we never took it in', [...came.difference(taken)]);
  blame('I1: we took in what the carrier does not have', [...taken.difference(came)]);
  blame('I3: the carrier sent it, we do not know', [...went.difference(bound)]);
  blame('I3: we believe that the carrier sent it', [...bound.difference(went)]);
  const count = (rows: readonly unknown[], name: string): void => {
    const total = counters.get(name) ?? 0;
    if (total !== rows.length) blame(`I4: ${name} is ${total}, not ${rows.length}`, ['']);
  };
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
    accepted.filter(({ purpose }) => purpose === 'answer'),
    'questions.answered',
  );
  count([], 'sends.duplicates');
}

/** One statement's time limit: a send that began meanwhile may have had the sender's lock first. */
const takeInMaxMs = 3000;

/** I6: nothing was begun for a number after its STOP was on disk. */
function checkOptOuts({ optOuts }: Evidence, accepted: readonly OutboundRow[], blame: Blame): void {
  const after = accepted.filter(({ recipient, intentAt, purpose }) => {
    const optedOutAt = optOuts.get(recipient);
    return optedOutAt !== undefined && +intentAt > +optedOutAt + takeInMaxMs && purpose !== 'keyword';
  });
  blame(
    'I6: sent to a number that had opted out',
    after.map(({ sid, recipient }) => `${sid} to ${recipient}`),
  );
}

/** A stranger is told of the service once, ever. */
function checkStrangers(sent: readonly SentText[], { received }: Evidence, blame: Blame): void {
  const phones = new Set(sent.filter(({ person }) => person.sort === 'stranger').map(({ person }) => person.phone));
  const counts = [...phones].map((phone) => [phone, received.get(phone)?.length ?? 0] as const);
  blame(
    'a stranger got other than one text',
    counts.filter(([, count]) => count !== 1).map(([phone, count]) => `${phone} got ${count}`),
  );
}

function spentAttempts({ outbound }: Evidence, sid: string): boolean {
  return outbound.filter(({ inboundSid, state }) => inboundSid === sid && state === 'absent').length >= attemptsMax;
}

/** An answered text's own answer is on the phone, once; where an apology went out, the answer is not. */
function readsItsReply(
  { person, word }: SentText,
  { received }: Evidence,
  row: Pick<InboundRow, 'outcome'> | undefined,
): boolean {
  if (word === null) return true;
  const times = timesRead(received.get(person.phone) ?? [], word);
  return row?.outcome === 'answered' ? times === 1 : times === 0;
}

function readTwice(sent: readonly SentText[], { received }: Evidence): string[] {
  return sent
    .filter(({ person, word }) => word !== null && timesRead(received.get(person.phone) ?? [], word) > 1)
    .map(({ sid }) => sid);
}

function timesRead(texts: readonly string[], word: string): number {
  const answer = backwards(word);
  return texts.filter((text) =>
    text
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(answer),
  ).length;
}

/** What the stand-in for the model makes of a word. */
export function backwards(word: string): string {
  return Array.from(word).reverse().join('');
}

function describe({ sid, person }: SentText): string {
  return `${sid} of ${person.phone}`;
}
