import * as fc from 'fast-check';

import { brokenInvariants } from '#server/testing/invariants.ts';

import { allCommands, bringBack, expectSame } from './commands.ts';
import { newReference, type Reference } from './reference.ts';
import { Subject } from './subject.ts';
import { startWorld, type World } from './world.ts';

export type ModelScale = {
  readonly seed: number;
  /** How many lives are lived. */
  readonly runs: number;
  /** How much happens in one, at most. */
  readonly commandsMax: number;
  /** Where to go on with shrinking, as a failure told it. */
  readonly path?: string;
  /** Where no test run provides a PostgreSQL. */
  readonly postgresUrl?: string;
  readonly tell?: (line: string) => void;
};

export type ModelReport = {
  readonly lives: number;
  /** How often each command was carried out. */
  readonly done: Readonly<Record<string, number>>;
};

/**
 * Lives many lives of one customer on the real server beside the reference, which knows who gets which reply and nothing
 * of how. Where they differ, the shortest life in which they do is looked for and thrown, with its seed and path.
 */
export async function runModel({ seed, runs, commandsMax, path, postgresUrl, tell }: ModelScale): Promise<ModelReport> {
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
  await fc.assert(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) });
  return { lives, done: world.done };
}

/** One life from sign-up on; whatever it left of the world, the next begins with everything there. */
async function live(world: World, commands: Iterable<fc.AsyncCommand<Reference, Subject>>): Promise<void> {
  // As if the runs were hours apart: only so many strangers are told of the plans in one.
  await world.stage.connection.pool.query(
    `update unsubscribed_senders set created_at = created_at - interval '2 hours'`,
  );
  const real = await Subject.join(world);
  const model = newReference();
  try {
    await fc.asyncModelRun(() => ({ model, real }), commands);
    if (!model.isDatabaseThere) await bringBack(model, real);
    await world.untilSettled();
    for (const index of real.phones.keys()) {
      expectSame(await real.received(index), model.received[index] ?? [], `phone ${index}, in the end,`);
    }
    // A closed account takes the rows of its texts along; the counters keep them.
    const isCountable = (world.done['delete account'] ?? 0) === 0;
    const broken = (await brokenInvariants(world.stage.connection.pool)).filter(
      (line) => isCountable || !line.startsWith('I4'),
    );
    if (broken.length > 0) throw new Error(broken.join('\n'));
  } finally {
    if (!model.isDatabaseThere) await world.gate.open();
  }
}
