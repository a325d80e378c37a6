import { isOpen, type Send, type Text } from '../store/protocol/states.ts';
import { successors } from './protocol-model.ts';
import { owners, start, type State, type Variant, type World } from './protocol-world.ts';

export type Verdict = {
  readonly states: number;
  /** Nowhere are two texts created or is one counted twice, the counters say what the rows say, and no phone is held back. */
  readonly isSafe: boolean;
  /** From here no step leads to exactly one answer, though the attempts are not used up. */
  readonly stuck: number;
};

/** No variant of the protocol has as many; one in which a text is worked on without end has. */
const statesMax = 1_000_000;

/** Visits every state that can be reached, or stops at the first that must not be. */
export function explore(world: World): Verdict {
  const first = start(world.budget);
  const ids = new Map<string, number>([[keyOf(first), 0]]);
  const states = [first];
  const parents: number[][] = [[]];
  for (let id = 0; id < states.length; id += 1) {
    const from = states[id];
    if (!from) break;
    if (isUnsafe(from, world.variant)) return { states: states.length, isSafe: false, stuck: 0 };
    if (states.length > statesMax) return { states: states.length, isSafe: true, stuck: Infinity };
    for (const next of successors(from, world)) {
      const key = keyOf(next);
      let known = ids.get(key);
      if (known === undefined) {
        known = states.length;
        ids.set(key, known);
        states.push(next);
        parents.push([]);
      }
      parents[known]?.push(id);
    }
  }
  const idsOf = (is: (state: State) => boolean): number[] => states.flatMap((state, id) => (is(state) ? [id] : []));
  const hopeful = ancestors(idsOf(isEnd), parents);
  // Without a list, and after a send of which nothing could be learned, it is enough that the phone is free again.
  const free = ancestors(
    idsOf(({ text }) => text?.state === 'done'),
    parents,
  );
  const stuck = idsOf(mustBeAnswered).filter((id) => !hopeful.has(id)).length + (states.length - free.size);
  return { states: states.length, isSafe: true, stuck };
}

/**
 * All that the functions may change, and all of the world. Which of the two workers is which does not matter: states that
 * differ in that alone have one key, and half as many are visited.
 */
function keyOf({ text, sends, wires, workers: [one, other], ...rest }: State): string {
  const keys = [partOf(one, valuesKey), partOf(other, valuesKey)] as const;
  const owner = text?.leaseOwner ?? null;
  const isSwapped = keys[0] > keys[1] || (keys[0] === keys[1] && owner === owners[1]);
  let key = text === null ? 'none' : partOf(text, textKey);
  if (owner !== null) key += owners[(owner === owners[0]) === isSwapped ? 1 : 0];
  for (const send of sends) key += partOf(send, sendKey);
  for (const wire of wires) key += partOf(wire, valuesKey);
  key += isSwapped ? keys[1] + keys[0] : keys[0] + keys[1];
  return key + valuesKey(rest);
}

const parts = new WeakMap<object, string>();

/** Most of a state is as it was in the one before it. */
function partOf<T extends object>(one: T, write: (one: T) => string): string {
  let part = parts.get(one);
  if (part === undefined) {
    part = `${write(one)};`;
    parts.set(one, part);
  }
  return part;
}

/** Without its owner, whose name depends on which worker is which. */
function textKey({ state, outcome, isCounted, attempts, fence, leaseUntil }: Text): string {
  return `${state} ${outcome} ${isCounted} ${attempts} ${fence} ${leaseUntil}`;
}

function sendKey({ state, providerSid, unknownAt, nextCheckAt }: Send): string {
  return `${state} ${providerSid} ${unknownAt} ${nextCheckAt}`;
}

function valuesKey(one: object): string {
  return Object.values(one).join(' ');
}

function mustBeAnswered({ listWorks, sends }: State): boolean {
  return listWorks && !sends.some(({ state }) => state === 'unresolved' || state === 'rejected');
}

function ancestors(goals: number[], parents: number[][]): Set<number> {
  const found = new Set(goals);
  for (const id of found) for (const parent of parents[id] ?? []) found.add(parent);
  return found;
}

function created({ wires }: State): number {
  return wires.filter((wire) => wire.created).length;
}

function isUnsafe(state: State, variant: Variant): boolean {
  const { text, sends, wires, answered, failed, accepted } = state;
  if (text === null) return false;
  // The counters say what the rows say, and what the carrier told of is known.
  if (answered !== (text.outcome === 'answered' ? 1 : 0) || text.isCounted !== answered > 0) return true;
  if (failed !== (text.outcome === 'failed' ? 1 : 0)) return true;
  if (accepted !== sends.filter((send) => send.state === 'accepted').length) return true;
  if (wires.some(({ told }, nth) => told && sends[nth]?.state !== 'accepted')) return true;
  // A carrier that creates a text long after it was asked to can make two of one; the figures hold even then.
  if (variant === 'late_creation') return false;
  const open = sends.filter(isOpen).length;
  return created(state) > 1 || open > (text.state === 'done' ? 0 : 1);
}

/** It has its one answer, or all attempts are used up and none of them got through. */
function isEnd(state: State): boolean {
  const { text, sends } = state;
  if (text?.outcome === 'answered') return created(state) === 1 && state.answered === 1;
  return text?.outcome === 'failed' && created(state) === 0 && sends.every((send) => send.state === 'absent');
}
