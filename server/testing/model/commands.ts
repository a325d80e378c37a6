import * as fc from 'fast-check';

import { command, type Command } from './exchange.ts';
import { homeTexts } from './reference-conversation.ts';
import { deleteAccount, paysForAnswers, type Reference, renew, retryCard } from './reference.ts';
import type { Subject } from './subject.ts';
import { askings, textCommands } from './text-commands.ts';

const goodCard = '4242424242424242';
/** Stripe's test card that can be saved but is declined at the renewal (docs.stripe.com/testing). */
const failingCard = '4000000000000341';

/** Commands in the browser need the account and the database. */
const hasDesk = ({ hasAccount, isDatabaseThere }: Readonly<Reference>): boolean => hasAccount && isDatabaseThere;

const pay = (card: string, name: string): Command =>
  command(
    name,
    (reference) => hasDesk(reference) && !paysForAnswers(reference),
    async (reference, real) => {
      await real.pay(card);
      Object.assign(reference, { plan: 'active', isCardFailing: card === failingCard, failures: 0 });
    },
  );

const deskCommands: readonly Command[] = [
  pay(goodCard, 'pay'),
  pay(failingCard, 'pay with a card that will fail'),
  command(
    'a month passes',
    (reference) => hasDesk(reference) && reference.plan === 'active',
    async (reference, real) => {
      await real.advance('renewal');
      renew(reference);
      await real.untilPlan(reference.plan);
    },
  ),
  command(
    'the card fails again',
    (reference) => hasDesk(reference) && reference.plan === 'past_due',
    async (reference, real) => {
      await real.advance('next_attempt');
      retryCard(reference);
      await real.untilPlan(reference.plan === 'over' ? 'canceled' : reference.plan);
    },
  ),
  command(
    'cancel',
    (reference) => hasDesk(reference) && paysForAnswers(reference),
    async (reference, real) => {
      await real.call('/api/subscription/cancel-immediately');
      reference.plan = 'over';
    },
  ),
  command('change phone', hasDesk, async (reference, real) => {
    await real.changePhone();
    reference.phones += 1;
    reference.received.push([]);
    reference.last.push(null);
  }),
  command('delete account', hasDesk, async (reference, real) => {
    await real.deleteAccount();
    deleteAccount(reference);
  }),
];

const worldCommands: readonly Command[] = [
  command(
    'kill',
    () => true,
    (_it, real) => real.world.kill(),
  ),
  command(
    'the first answer provider stops',
    () => true,
    async (_it, real) => {
      await real.world.fixture.control('PUT', '/sandbox/faults', { perplexity: { status: 503 } });
    },
  ),
  command(
    'the first answer provider comes',
    () => true,
    async (_it, real) => {
      await real.world.fixture.control('DELETE', '/sandbox/faults');
    },
  ),
  command(
    'the database goes',
    (reference) => reference.isDatabaseThere,
    async (reference, real) => {
      // A change is in the outage copy once the process that made it has shut down in order.
      await real.world.deploy();
      await real.world.gate.shut();
      reference.isDatabaseThere = false;
    },
  ),
  command(
    'the database comes',
    (reference) => !reference.isDatabaseThere,
    async (reference, real) => {
      await bringBack(reference, real);
    },
  ),
  command(
    'a day passes',
    (reference) => reference.isDatabaseThere,
    async (reference, real) => {
      await real.world.fixture.connection.pool.query(`update notices set sent_at = sent_at - interval '25 hours'`);
      reference.toldInactive.clear();
    },
  ),
];

/** Ends the outage, and waits until the journal has been replayed. */
export async function bringBack(reference: Reference, real: Subject): Promise<void> {
  await real.world.gate.open();
  reference.isDatabaseThere = true;
  reference.saidInOutage.clear();
  await real.world.untilDrained();
}

/** All commands, mostly texts. */
export function allCommands(): fc.Arbitrary<Command>[] {
  const pick = fc.nat(3);
  const texts = [
    ...askings.map(([asking, what]) => pick.map((one) => textCommands.text(one, asking, what))),
    ...(['STOP', 'START'] as const).map((word) => pick.map((one) => textCommands.keyword(one, word))),
    ...(['FORGET', 'MORE', 'MORE'] as const).map((word) => pick.map((one) => textCommands.command(one, word))),
    fc.tuple(pick, fc.constantFrom(...homeTexts)).map(([one, text]) => textCommands.home(one, text)),
    pick.map(textCommands.weather),
  ];
  // Most replies differ only for those who pay.
  const paying = Array.from({ length: 5 }, () => fc.constant(pay(goodCard, 'pay')));
  return [...texts, ...paying, ...[...deskCommands, ...worldCommands].map((one) => fc.constant(one))];
}
