import type * as fc from 'fast-check';

import { isOwn, paysForAnswers, type Reference, type Reply } from './reference.ts';
import type { Subject } from './subject.ts';

export type Command = fc.AsyncCommand<Reference, Subject>;

/** Creates a command from its name, its precondition and its effects on both. */
export function command(name: string, check: Command['check'], run: Command['run']): Command {
  const counted = async (reference: Reference, real: Subject): Promise<void> => {
    await run(reference, real);
    real.world.note(name.replace(/\(.*/, ''));
  };
  return { check, run: counted, toString: () => name };
}

/** One of the person's numbers so far. */
export const indexOf = (pick: number, { phones }: Readonly<Reference>): number => pick % phones;

/**
 * A text and its expected effect. During an outage only the acknowledgment and the reply can be awaited; unexpected texts
 * are detected at the end.
 */
export async function exchange(reference: Reference, real: Subject, index: number, act: Exchange): Promise<void> {
  const { body, reply, name, afterwards } = act;
  const sid = await real.text(index, body);
  if (isOwn(reference, index)) reference.textedAsOwn.add(index);
  await afterwards?.(sid);
  const expected = reference.received[index] ?? [];
  if (reply !== null) {
    expected.push(name);
    reference.repliesToday.set(index, (reference.repliesToday.get(index) ?? 0) + 1);
  }
  await real.untilReceived(index, expected.length);
  await (reference.isDatabaseThere ? real.untilDone(sid) : real.untilAcknowledged(index, sid));
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

/** Keywords whose repetition within a while is not confirmed. */
type Keyword = 'STOP' | 'START' | 'FORGET' | 'MORE';

/** Time cannot be advanced while the database is unavailable. */
export function mayBeConfirmed(reference: Readonly<Reference>, pick: number, word: Keyword): boolean {
  return reference.isDatabaseThere || !reference.saidInOutage.has(`${word}(${indexOf(pick, reference)})`);
}

/** While the database is unavailable, earlier notices are unknown: then only texts with one possible reply are sent. */
export function isClear(reference: Readonly<Reference>, pick: number): boolean {
  const index = indexOf(pick, reference);
  return (
    reference.isDatabaseThere || reference.optedOut.has(index) || (isOwn(reference, index) && paysForAnswers(reference))
  );
}
