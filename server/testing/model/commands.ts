import * as fc from 'fast-check';

import {
  isOwn,
  paysForAnswers,
  question,
  type Reference,
  renew,
  type Reply,
  retryCard,
  start,
  stop,
} from './reference.ts';
import { Subject } from './subject.ts';

type Command = fc.AsyncCommand<Reference, Subject>;

const goodCard = '4242424242424242';
/** Stripe's test card that can be saved but is declined at the renewal (docs.stripe.com/testing). */
const failingCard = '4000000000000341';

/** Creates a command from its name, its precondition and its effects on both. */
function command(name: string, check: Command['check'], run: Command['run']): Command {
  const counted = async (it: Reference, real: Subject): Promise<void> => {
    await run(it, real);
    real.world.note(name.replace(/\(.*/, ''));
  };
  return { check, run: counted, toString: () => name };
}

/** Commands in the browser need the account and the database. */
const hasDesk = ({ hasAccount, isDatabaseThere }: Readonly<Reference>): boolean => hasAccount && isDatabaseThere;

/** One of the person's numbers so far. */
const indexOf = (pick: number, { phones }: Readonly<Reference>): number => pick % phones;

/**
 * A text and its expected effect. During an outage only the reply itself can be awaited; unexpected texts are detected at
 * the end.
 */
async function exchange(it: Reference, real: Subject, index: number, act: Exchange): Promise<void> {
  const { body, reply, name, afterwards } = act;
  const sid = await real.text(index, body);
  await afterwards?.(sid);
  const expected = it.received[index] ?? [];
  if (reply !== null) expected.push(name);
  await real.untilReceived(index, expected.length);
  if (it.isDatabaseThere) await real.untilDone(sid);
  expectSame(await real.received(index), expected, `phone ${index}`);
}

type Exchange = {
  readonly body: string;
  readonly reply: Reply | null;
  readonly name: string;
  readonly afterwards?: (sid: string) => Promise<void>;
};

/** Throws if the real server and the reference differ. */
export function expectSame(real: readonly string[], expected: readonly string[], what: string): void {
  if (JSON.stringify(real) !== JSON.stringify(expected)) {
    throw new Error(`${what} received ${JSON.stringify(real)}, not ${JSON.stringify(expected)}`);
  }
}

async function ask(
  it: Reference,
  real: Subject,
  pick: number,
  afterwards?: (sid: string) => Promise<void>,
): Promise<void> {
  const index = indexOf(pick, it);
  const { body, word } = Subject.newQuestion();
  const reply = question(it, index);
  await exchange(it, real, index, {
    body,
    reply,
    name: reply === 'answer' ? word : String(reply),
    ...(afterwards && { afterwards }),
  });
}

async function say(it: Reference, real: Subject, pick: number, word: 'STOP' | 'START'): Promise<void> {
  const index = indexOf(pick, it);
  // As if minutes had passed since the last text.
  if (it.isDatabaseThere) await real.letMinutesPass();
  else it.saidInOutage.add(`${word}(${index})`);
  const reply = word === 'STOP' ? stop(it, index) : start(it, index);
  await exchange(it, real, index, { body: word, reply, name: String(reply) });
}

/** Time cannot be advanced while the database is unavailable. */
function mayBeConfirmed(it: Readonly<Reference>, pick: number, word: 'STOP' | 'START'): boolean {
  return it.isDatabaseThere || !it.saidInOutage.has(`${word}(${indexOf(pick, it)})`);
}

/** While the database is unavailable, earlier notices are unknown: then only texts with one possible reply are sent. */
function isClear(it: Readonly<Reference>, pick: number): boolean {
  const index = indexOf(pick, it);
  return it.isDatabaseThere || it.optedOut.has(index) || (isOwn(it, index) && paysForAnswers(it));
}

const textCommands = {
  text: (pick: number) =>
    command(
      `text(${pick})`,
      (it) => isClear(it, pick),
      (it, real) => ask(it, real, pick),
    ),
  copy: (pick: number) =>
    command(
      `text, told twice(${pick})`,
      (it) => isClear(it, pick),
      (it, real) =>
        ask(it, real, pick, (sid) =>
          real.world.fixture.control('POST', `/sandbox/twilio/messages/${sid}/webhook`).then(() => undefined),
        ),
    ),
  kill: (pick: number) =>
    command(
      `text, and kill(${pick})`,
      (it) => isClear(it, pick),
      (it, real) => ask(it, real, pick, () => real.world.kill()),
    ),
  stop: (pick: number) =>
    command(
      `STOP(${pick})`,
      (it) => mayBeConfirmed(it, pick, 'STOP'),
      (it, real) => say(it, real, pick, 'STOP'),
    ),
  start: (pick: number) =>
    command(
      `START(${pick})`,
      (it) => mayBeConfirmed(it, pick, 'START'),
      (it, real) => say(it, real, pick, 'START'),
    ),
};

const pay = (card: string, name: string): Command =>
  command(
    name,
    (it) => hasDesk(it) && !paysForAnswers(it),
    async (it, real) => {
      await real.pay(card);
      Object.assign(it, { plan: 'active', isCardFailing: card === failingCard, failures: 0 });
    },
  );

const deskCommands: readonly Command[] = [
  pay(goodCard, 'pay'),
  pay(failingCard, 'pay with a card that will fail'),
  command(
    'a month passes',
    (it) => hasDesk(it) && it.plan === 'active',
    async (it, real) => {
      await real.advance('renewal');
      renew(it);
      await real.untilPlan(it.plan);
    },
  ),
  command(
    'the card fails again',
    (it) => hasDesk(it) && it.plan === 'past_due',
    async (it, real) => {
      await real.advance('next_attempt');
      retryCard(it);
      await real.untilPlan(it.plan === 'over' ? 'canceled' : it.plan);
    },
  ),
  command(
    'cancel',
    (it) => hasDesk(it) && paysForAnswers(it),
    async (it, real) => {
      await real.call('/api/subscription/cancel-immediately');
      it.plan = 'over';
    },
  ),
  command('change phone', hasDesk, async (it, real) => {
    await real.changePhone();
    it.phones += 1;
    it.received.push([]);
  }),
  command('delete account', hasDesk, async (it, real) => {
    await real.deleteAccount();
    Object.assign(it, { hasAccount: false, plan: 'none' });
  }),
];

const worldCommands: readonly Command[] = [
  command(
    'kill',
    () => true,
    (_it, real) => real.world.kill(),
  ),
  command(
    'the database goes',
    (it) => it.isDatabaseThere,
    async (it, real) => {
      // A change is in the outage copy once the process that made it has shut down in order.
      await real.world.deploy();
      await real.world.gate.shut();
      it.isDatabaseThere = false;
    },
  ),
  command(
    'the database comes',
    (it) => !it.isDatabaseThere,
    async (it, real) => {
      await bringBack(it, real);
    },
  ),
  command(
    'a day passes',
    (it) => it.isDatabaseThere,
    async (it, real) => {
      await real.world.fixture.connection.pool.query(`update notices set sent_at = sent_at - interval '25 hours'`);
      it.toldInactive.clear();
    },
  ),
];

/** Ends the outage, and waits until the journal has been replayed. */
export async function bringBack(it: Reference, real: Subject): Promise<void> {
  await real.world.gate.open();
  it.isDatabaseThere = true;
  it.saidInOutage.clear();
  await real.world.untilDrained();
}

/** All commands, mostly texts. */
export function allCommands(): fc.Arbitrary<Command>[] {
  const pick = fc.nat(3);
  const { text, copy, kill, stop: stopText, start: startText } = textCommands;
  const texts = [
    pick.map(text),
    pick.map(text),
    pick.map(copy),
    pick.map(kill),
    pick.map(stopText),
    pick.map(startText),
  ];
  return [...texts, ...[...deskCommands, ...worldCommands].map((one) => fc.constant(one))];
}
