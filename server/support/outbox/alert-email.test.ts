import { expect, test } from 'vitest';

import { signals } from '#server/observability/signals/signals.ts';

import { signalNamed } from './alert-email.ts';

test.each([
  ['database_away', signals.database_unavailable],
  ['public_address_away', signals.public_address_unreachable],
  ['refund_failed', signals.refund_failed],
])('an alert that waits under the name %s is sent in the words of today', (name, signal) => {
  expect(signalNamed(name)).toBe(signal);
});

test.each(['of_a_later_release', 'constructor'])('no email says an alert of an unknown name: %s', (name) => {
  expect(signalNamed(name)).toBeNull();
});
