import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '#server/testing/free-port.ts';
import {
  type Death,
  type ProductProcess,
  type ProductProcessOptions,
  spawnProductProcess,
} from '#server/testing/product-process.ts';
import { until } from '#server/testing/until.ts';

import type { Dice } from './dice.ts';

/** What befell the processes. */
export type Toll = {
  killed: number;
  /** Died by their own hand at a named point (platform/crash-points.ts). */
  diedAtPoints: number;
  frozen: number;
  deployed: number;
  /** Ends that no one brought about: each is a fault of the product. */
  readonly unexpected: string[];
};

export type CrewOptions = {
  readonly ports: readonly number[];
  /** Asked at each start. */
  readonly settings: () => Record<string, string>;
  readonly logFile: (index: number) => string;
  /** Where a process may be armed to die by itself. */
  readonly crashPoints: readonly string[];
  /** How many of the processes are. */
  readonly armedShare: number;
  readonly dice: Dice;
  readonly part?: ProductProcessOptions['part'];
};

/** The processes of the product, each started again as soon as it is dead. */
export type Crew = AsyncDisposable & {
  readonly toll: Toll;
  /** Resolves when each has been ready once, or has died. */
  ready(): Promise<void>;
  /** Each of these waits for a process that is ready; the blow has fallen when it resolves. */
  kill(index: number, afterMs: number): Promise<void>;
  /** Stops it in the middle of whatever it does; it goes on after the time. */
  freeze(index: number, forMs: number): Promise<void>;
  /** Asks it to end in order; a new one takes its place. */
  deploy(index: number): Promise<void>;
  /** Ends all in order, frozen ones thawed, and starts no more. */
  stop(): Promise<void>;
};

type Member = {
  readonly process: ProductProcess;
  readonly isArmed: boolean;
  isUp: boolean;
  blow: 'kill' | 'deploy' | null;
};

/** A process that cannot be had for so long has a fault of its own. */
const upMaxMs = 180_000;
/** How long an orderly end may take: the drain has 30 s (server/main.ts), and this machine may be slow. */
const orderlyEndMs = 90_000;

/** @returns ports for so many processes */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** Starts one process per port; does not wait until they are ready. */
export function hireCrew(options: CrewOptions): Crew {
  const { ports, dice } = options;
  const toll: Toll = { killed: 0, diedAtPoints: 0, frozen: 0, deployed: 0, unexpected: [] };
  const stopping = new AbortController();
  const members = ports.map((_, index) => start(options, index));

  function memberAt(index: number): Member {
    const member = members[index];
    if (member === undefined) throw new Error(`no process ${index}`);
    return member;
  }
  async function keep(index: number): Promise<void> {
    for (;;) {
      const member = memberAt(index);
      const death = await member.process.died();
      note(toll, member, death);
      // A process that cannot even start is not to keep the machine busy.
      await wait(dice.between(0, 100));
      if (stopping.signal.aborted) return;
      members[index] = start(options, index);
    }
  }
  const keeping = ports.map((_, index) => keep(index));

  /** The one that sits there, once it is ready, alive, running and meant to live: a blow on another would not count. */
  function whenUp(index: number): Promise<Member> {
    return until(
      `process ${index} to be up`,
      () => {
        const member = memberAt(index);
        return member.isUp && member.process.isAlive() && member.blow === null ? member : null;
      },
      { timeoutMs: upMaxMs },
    );
  }

  return {
    toll,
    async ready() {
      await Promise.all(members.map(({ process }) => process.ready));
    },
    async kill(index, afterMs) {
      await whenUp(index);
      await wait(afterMs);
      const member = await whenUp(index);
      member.blow = 'kill';
      toll.killed += 1;
      member.process.kill('SIGKILL');
    },
    async freeze(index, forMs) {
      const { process } = await whenUp(index);
      process.kill('SIGSTOP');
      toll.frozen += 1;
      await wait(forMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      process.kill('SIGCONT');
    },
    async deploy(index) {
      const member = await whenUp(index);
      member.blow = 'deploy';
      toll.deployed += 1;
      member.process.kill('SIGTERM');
    },
    async stop() {
      stopping.abort();
      await Promise.all(members.map((member) => end(member, toll)));
      await Promise.all(keeping);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const { process } of members) process.kill('SIGKILL');
      await Promise.all(keeping);
    },
  };
}

/** An armed process dies by itself at some point on the path of a text, some time. */
function start(
  { settings, ports, logFile, crashPoints, armedShare, dice, part = 'product' }: CrewOptions,
  index: number,
): Member {
  const isArmed = crashPoints.length > 0 && dice.chance(armedShare);
  const crashAt = isArmed ? { CRASH_AT: `${dice.pick(crashPoints)}:${1 + dice.below(5)}` } : {};
  const own = { ...settings(), PORT: String(ports[index]), ...crashAt };
  const process = spawnProductProcess(own, { part, logFile: logFile(index) });
  const member: Member = { process, isArmed, isUp: false, blow: null };
  process.ready.then(
    () => (member.isUp = true),
    () => undefined,
  );
  return member;
}

function note(toll: Toll, member: Member, { code, signal }: Death): void {
  if (member.blow === 'kill') return;
  if (member.blow === 'deploy' && code === 0) return;
  if (member.isArmed && signal === 'SIGKILL') toll.diedAtPoints += 1;
  else toll.unexpected.push(`a process ended by itself: code ${code}, signal ${signal}, after ${member.blow}`);
}

async function end(member: Member, toll: Toll): Promise<void> {
  const { process } = member;
  process.kill('SIGCONT');
  await process.ready;
  if (!process.isAlive()) return;
  member.blow ??= 'deploy';
  process.kill('SIGTERM');
  const tooLong = new AbortController();
  const isLate = wait(orderlyEndMs, true, { signal: tooLong.signal }).catch(() => false);
  if (await Promise.race([process.died().then(() => false), isLate])) {
    toll.unexpected.push(`a process did not end within ${orderlyEndMs / 1000} s of SIGTERM`);
    process.kill('SIGKILL');
  }
  tooLong.abort();
}
