import { type Budget, type State, start, successors, type Variant } from './protocol-model.ts';

export type Verdict = {
  readonly states: number;
  /** Nowhere are two texts created, or one counted twice. */
  readonly isSafe: boolean;
  /** From here no step leads to exactly one answer, though the attempts are not used up. */
  readonly stuck: number;
};

/** Visits every state that can be reached, or stops at the first that must not be. */
export function explore(variant: Variant, budget: Budget): Verdict {
  const first = start(budget);
  const ids = new Map<string, number>([[JSON.stringify(first), 0]]);
  const states = [first];
  const parents: number[][] = [[]];
  for (let id = 0; id < states.length; id += 1) {
    const from = states[id];
    if (!from) break;
    if (isUnsafe(from)) return { states: states.length, isSafe: false, stuck: 0 };
    for (const next of successors(from, variant, budget)) {
      const key = JSON.stringify(next);
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
  const isEnd = (state: State): boolean => isAnswered(state) || state.row === 'given_up';
  const idsOf = (is: (state: State) => boolean): number[] => states.flatMap((state, id) => (is(state) ? [id] : []));
  const hopeful = ancestors(idsOf(isEnd), parents);
  // Without a list, and after a doubt that no one resolved, it is enough that the phone is free again.
  const free = ancestors(
    idsOf((state) => isEnd(state) || state.row === 'unresolved'),
    parents,
  );
  const stuck = idsOf(mustBeAnswered).filter((id) => !hopeful.has(id)).length + (states.length - free.size);
  return { states: states.length, isSafe: true, stuck };
}

function mustBeAnswered({ listWorks, attempts }: State): boolean {
  return listWorks && !attempts.some(({ outcome }) => outcome === 'unresolved');
}

function ancestors(goals: number[], parents: number[][]): Set<number> {
  const found = new Set(goals);
  for (const id of found) for (const parent of parents[id] ?? []) found.add(parent);
  return found;
}

function created({ attempts }: State): number {
  return attempts.filter((attempt) => attempt.created).length;
}

function isUnsafe(state: State): boolean {
  return created(state) > 1 || state.counted > 1;
}

function isAnswered(state: State): boolean {
  return state.row === 'done' && created(state) === 1 && state.counted === 1;
}
