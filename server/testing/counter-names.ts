import { type CounterName, counterNames } from '#server/observability/counter-names.ts';

const patterns = Object.keys(counterNames).map(
  (name) => new RegExp(`^${name.replaceAll('.', '\\.').replace(/<\w+>$/, '[a-z0-9_-]{1,30}')}$`),
);

/** Whether a name is one of the counters, with any code where it has one. */
export function isCounterName(name: string): name is CounterName {
  return patterns.some((pattern) => pattern.test(name));
}
