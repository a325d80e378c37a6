import type { ReactNode } from 'react';

/** One visible at a time (docs/reference/specification.md#toasts). */
const TOASTS_MAX = 1;
/** How long a dismissed toast stays in the list, closed. */
const REMOVE_AFTER_MS = 1_000_000;

export type ToastContent = {
  readonly title: string;
  readonly description?: ReactNode;
  /** Errors interrupt a screen reader; other toasts wait their turn. */
  readonly tone?: 'neutral' | 'danger';
  /** Default: the five seconds of the provider. */
  readonly durationMs?: number;
};
export type Toast = ToastContent & { readonly id: string; readonly isOpen: boolean };

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast; replaces a visible one immediately. */
export function addToast(content: ToastContent): string {
  const id = String(nextId++);
  publish([{ ...content, id, isOpen: true }, ...toasts].slice(0, TOASTS_MAX));
  return id;
}

/** Changes the content or the duration of an existing toast. Part of the specified actions; no page uses it yet. */
export function updateToast(id: string, content: Partial<ToastContent>): void {
  publish(toasts.map((toast) => (toast.id === id ? { ...toast, ...content } : toast)));
}

/** Closes one toast, or all; they are removed from the list much later. */
export function dismissToast(id?: string): void {
  for (const toast of toasts) {
    if (id !== undefined && toast.id !== id) continue;
    if (removals.has(toast.id)) continue;
    removals.set(
      toast.id,
      setTimeout(() => removeToast(toast.id), REMOVE_AFTER_MS),
    );
  }
  publish(toasts.map((toast) => (id === undefined || toast.id === id ? { ...toast, isOpen: false } : toast)));
}

/** Removes one toast, or all, from the list. Part of the specified actions; pages call `dismissToast`. */
export function removeToast(id?: string): void {
  for (const [key, timer] of removals) {
    if (id !== undefined && key !== id) continue;
    clearTimeout(timer);
    removals.delete(key);
  }
  publish(id === undefined ? [] : toasts.filter((toast) => toast.id !== id));
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For `useSyncExternalStore`: the same array until something changes. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** For `useSyncExternalStore`: the id of the newest toast; undefined while there is none. */
export function newestToast(): string | undefined {
  return toasts[0]?.id;
}
