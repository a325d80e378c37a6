import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { addToast, currentToasts, dismissToast, removeToast, subscribeToToasts, updateToast } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  removeToast();
});
afterEach(() => vi.useRealTimers());

test('a new toast replaces the previous one', () => {
  addToast({ title: 'first' });
  addToast({ title: 'second' });
  expect(currentToasts().map(({ title }) => title)).toEqual(['second']);
});

test('an update changes the text and keeps the toast', () => {
  const id = addToast({ title: 'saving' });
  updateToast(id, { title: 'saved' });
  expect(currentToasts()).toMatchObject([{ id, title: 'saved', isOpen: true }]);
});

test('a dismissed toast stays in the list, closed, for 1,000,000 ms', () => {
  dismissToast(addToast({ title: 'gone' }));
  vi.advanceTimersByTime(999_999);
  expect(currentToasts()).toMatchObject([{ title: 'gone', isOpen: false }]);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toEqual([]);
});

test('a second dismissal does not start the clock again', () => {
  const id = addToast({ title: 'gone' });
  dismissToast(id);
  vi.advanceTimersByTime(600_000);
  dismissToast();
  vi.advanceTimersByTime(400_000);
  expect(currentToasts()).toEqual([]);
});

test('listeners are called for every change until they unsubscribe', () => {
  const heard = vi.fn<() => void>();
  const leave = subscribeToToasts(heard);
  const id = addToast({ title: 'one' });
  dismissToast(id);
  removeToast(id);
  leave();
  addToast({ title: 'two' });
  expect(heard).toHaveBeenCalledTimes(3);
});
