import { expect, test } from 'vitest';

import * as leases from './store/protocol/leases.ts';
import * as opening from './store/protocol/open-send.ts';
import * as outcomes from './store/protocol/outcomes.ts';
import { explore, type Verdict } from './testing/explore.ts';
import { mutatedProtocol } from './testing/mutated-protocol.ts';
import { type ProtocolMutant, protocolMutants } from './testing/protocol-mutants.ts';
import type { Variant } from './testing/protocol-world.ts';

const protocol = { ...leases, ...opening, ...outcomes };
const budget = { webhooks: 2, attempts: 2, crashes: 2, refusals: 0 };
/** Enough to refute every mutant and every weakened world. */
const small = { webhooks: 1, attempts: 2, crashes: 1, refusals: 0 };

test('as designed, no reachable state has two answers and each can still reach exactly one', () => {
  const verdict = explore({ protocol, variant: 'as_designed', budget });
  expect(verdict).toMatchObject({ isSafe: true, stuck: 0 });
  expect(verdict.states).toBeGreaterThan(1000);
});

test('with a carrier that refuses, for now or for good, it is as safe', () => {
  const verdict = explore({ protocol, variant: 'as_designed', budget: { ...small, refusals: 1 } });
  expect(verdict).toMatchObject({ isSafe: true, stuck: 0 });
});

test('without delivery reports it is slower, and as safe', () => {
  expect(explore({ protocol, variant: 'no_callbacks', budget })).toMatchObject({ isSafe: true, stuck: 0 });
});

test('however late the carrier creates a text, the figures say what happened', () => {
  const late = explore({ protocol, variant: 'late_creation', budget: { ...small, crashes: 0 } });
  expect(late.isSafe).toBe(true);
});

test.each<Variant>([
  'no_missed_text_check',
  'acknowledged_before_commit',
  'unknown_sends_without_end',
  'crisis_taken_for_answer',
])('weakened (%s), a text is lost or stuck', (variant) => {
  expect(isProven(explore({ protocol, variant, budget: small }))).toBe(false);
});

test.each<Variant>(['new_attempt_after_timeout', 'absent_without_settling', 'no_post_guard'])(
  'weakened (%s), a phone gets two answers or a text is counted twice',
  (variant) => {
    expect(explore({ protocol, variant, budget: small }).isSafe).toBe(false);
  },
);

test.each(protocolMutants)('the functions with one place changed ($variant) are refuted', async (mutant) => {
  expect(isProven(await verdictOn(mutant))).toBe(false);
});

async function verdictOn(mutant: ProtocolMutant): Promise<Verdict> {
  const { world: variant } = mutant;
  const crashes = variant === 'late_creation' ? 0 : small.crashes;
  return explore({ protocol: await mutatedProtocol(mutant), variant, budget: { ...small, crashes } });
}

function isProven({ isSafe, stuck }: Verdict): boolean {
  return isSafe && stuck === 0;
}
