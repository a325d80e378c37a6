import { useSyncExternalStore } from 'react';

import { DEMO_QUERIES_MAX } from '#contract/demo-copy.ts';

import { readCount } from './demo-state.ts';

const KEY = 'demoQueryCount';
const listeners = new Set<() => void>();
/** Fallback for browsers without storage (private windows, blocked storage). */
let inMemory = 0;

/** The number of free searches used in this browser, shared by its tabs. */
export function useDemoCount(): number {
  return useSyncExternalStore(subscribe, demoCount, () => 0);
}

/** The current count. */
export function demoCount(): number {
  try {
    return Math.max(inMemory, readCount(localStorage.getItem(KEY)));
  } catch {
    return inMemory;
  }
}

/** Adds one, after a search that was answered. Of two tabs that ask for their last one, the later adds none. */
export function countDemoSearch(): number {
  inMemory = Math.min(demoCount() + 1, DEMO_QUERIES_MAX);
  try {
    localStorage.setItem(KEY, String(inMemory));
  } catch {
    // counted in memory only
  }
  for (const listener of listeners) listener();
  return inMemory;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
