import { createContext, runInContext } from 'node:vm';

/** The webhook takes texts of up to about 20,000 characters; at this length growth shows. */
const longest = 12_800;
/** Work that ends at all ends in a fraction of this, however busy the machine is. */
const endsInMs = 10_000;
/** Below this, a processor clock says more about the machine than about the work. */
const floorMicroseconds = 500;

/** Above linear and below quadratic growth, however often it is measured. */
export const growthMax = 30;

const context = createContext({});

/**
 * The processor time of some work, in microseconds.
 * @throws Error for work that does not end, such as a search whose steps double with each character
 */
export function cpuMicroseconds(work: () => void): number {
  const before = process.cpuUsage();
  Object.assign(context, { work });
  runInContext('work()', context, { timeout: endsInMs });
  return process.cpuUsage(before).user;
}

/**
 * How much longer work on a long text takes than on one an eighth as long: eight times where it grows linearly, 64
 * times if it were quadratic. Work that takes next to nothing counts as linear.
 * @throws Error for work that does not end
 */
export function growthOf(work: (length: number) => void): number {
  const leastOf = (length: number): number => Math.min(...[0, 1, 2].map(() => cpuMicroseconds(() => work(length))));
  // The first run compiles the patterns.
  work(16);
  const short = leastOf(longest / 8);
  return leastOf(longest) / Math.max(short, floorMicroseconds);
}
