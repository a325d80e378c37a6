import * as fc from 'fast-check';

import { brokenInvariants } from '#server/testing/invariants.ts';

import { allCommands, bringBack } from './commands.ts';
import { expectSame } from './exchange.ts';
import { newReference, type Reference } from './reference.ts';
import { Subject } from './subject.ts';
import { startWorld, type World } from './world.ts';

export type ModelScale = {
  readonly seed: number;
  /** Number of runs. */
  readonly runs: number;
  /** Maximum of commands per run. */
  readonly commandsMax: number;
  /** Path of a failing run, from the failure's message. */
  readonly path?: string;
  /** Whether it ends with the first difference, without looking for a shorter sequence, which takes minutes. */
  readonly endOnFailure?: boolean;
  /** PostgreSQL URL outside of a test run. */
  readonly postgresUrl?: string;
  readonly tell?: (line: string) => void;
};

export type ModelReport = {
  readonly lives: number;
  /** Number of executions per command. */
  readonly done: Readonly<Record<string, number>>;
};

/**
 * Runs random command sequences of one customer on the real server and on the reference model. On a difference, shrinks to
 * the shortest failing sequence and throws it with its seed and path.
 */
export async function runModel(scale: ModelScale): Promise<ModelReport> {
  const { seed, runs, commandsMax, path, endOnFailure = false, postgresUrl, tell } = scale;
  await using world = await startWorld(postgresUrl);
  let lives = 0;
  const property = fc.asyncProperty(
    fc.commands(allCommands(), { maxCommands: commandsMax, size: 'max' }),
    async (commands) => {
      await live(world, commands);
      lives += 1;
      if (lives % 10 === 0) tell?.(`${lives} lives`);
    },
  );
  await fc.assert(property, { seed, numRuns: runs, endOnFailure, ...(path === undefined ? {} : { path }) });
  return { lives, done: world.done };
}

/** One run from sign-up on. Afterwards all services are available again for the next run. */
async function live(world: World, commands: Iterable<fc.AsyncCommand<Reference, Subject>>): Promise<void> {
  // As if the runs were hours apart: the notices to strangers, and the replies to people without a plan, are limited.
  const { pool } = world.fixture.connection;
  await pool.query(`update unsubscribed_senders set created_at = created_at - interval '2 hours'`);
  await pool.query(`update inbound_texts set received_at = received_at - interval '2 hours' where unpaid`);
  const real = await Subject.join(world);
  const model = newReference();
  try {
    await fc.asyncModelRun(() => ({ model, real }), commands);
    if (!model.isDatabaseThere) await bringBack(model, real);
    await world.untilDrained();
    for (const index of real.phones.keys()) {
      expectSame(await real.received(index), model.received[index] ?? [], `phone ${index}, in the end,`);
    }
    // Deleting an account deletes the rows of its texts, but not their counts.
    const isCountable = (world.done['delete account'] ?? 0) === 0;
    const broken = (await brokenInvariants(pool)).filter((line) => isCountable || !line.startsWith('I4'));
    if (broken.length > 0) throw new Error(broken.join('\n'));
  } finally {
    if (!model.isDatabaseThere) await world.gate.open();
    await world.fixture.control('DELETE', '/sandbox/faults');
  }
}
