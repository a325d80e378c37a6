import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the built HTML and in the render that takes it over, true from then on: what needs a browser can start. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
