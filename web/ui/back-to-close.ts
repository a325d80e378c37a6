import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Each open dialog has a history entry of its own, so that Back closes it instead of leaving the page. The entries have
 * the page's address and the router's state: the router takes them for the page. Closing a dialog in another way goes
 * back to the entry before; entries that a navigation has left behind are skipped when Back comes to them.
 */
type EntryState = {
  /** The router's name for the entry of the page; the first one has none. */
  readonly key?: string;
  /** How many dialogs are open at this entry. */
  readonly dialogs?: number;
} | null;

/** What Back does to each open dialog, the topmost last. */
const open: (() => void)[] = [];
/** The page that the dialogs belong to. */
let page: string | undefined;
let isGoingBack = false;
let isListening = false;

const entry = () => window.history.state as EntryState;
const depth = () => entry()?.dialogs ?? 0;

function add(onBack: () => void): () => void {
  if (!isListening) window.addEventListener('popstate', onPopState);
  isListening = true;
  if (open.length === 0) page = entry()?.key;
  open.push(onBack);
  queueMicrotask(matchEntries);
  return () => {
    open.splice(open.indexOf(onBack), 1);
    // Later: a navigation or the next dialog may take its place in the same moment.
    queueMicrotask(matchEntries);
  };
}

function onPopState(): void {
  const isOwn = isGoingBack;
  isGoingBack = false;
  if (!isOwn && entry()?.key === page) for (const onBack of open.slice(depth()).toReversed()) onBack();
  queueMicrotask(matchEntries);
}

/** Adds missing entries, also for a dialog that stayed open despite Back, or goes back past surplus ones. */
function matchEntries(): void {
  if (isGoingBack || (open.length > 0 && entry()?.key !== page)) return;
  for (let dialogs = depth() + 1; dialogs <= open.length; dialogs++) {
    window.history.pushState({ ...entry(), dialogs }, '');
  }
  if (depth() === open.length) return;
  isGoingBack = true;
  window.history.go(open.length - depth());
}

/** While `isOn`, Back calls `onBack` in place of leaving the page; the last component to ask comes first. */
export function useBackToClose(isOn: boolean, onBack: () => void): void {
  const run = useEffectEvent(onBack);
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    return add(() => run());
  }, [isOn]);
}
