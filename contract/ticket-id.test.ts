import { expect, test } from 'vitest';

import { isTicketIdOf, newTicketId, withoutTicketSuffix } from './ticket-id.ts';

test('a ticket id is the user id and eight random characters', () => {
  expect(newTicketId('u1')).toMatch(/^u1-[A-Z2-9]{8}$/);
  expect(newTicketId('u1')).not.toBe(newTicketId('u1'));
  expect(isTicketIdOf('u1', newTicketId('u1'))).toBe(true);
});

test('a ticket id gives its user id, and any other text itself', () => {
  expect(withoutTicketSuffix('u1-ABCD2345')).toBe('u1');
  expect(withoutTicketSuffix('u1-abcd2345')).toBe('u1');
  for (const other of ['u1-ABCD2340', 'u1', 'ABCD2345', '']) expect(withoutTicketSuffix(other)).toBe(other);
});

test.each(['u2-ABCD2345', 'u1-ABCD234', 'u1-ABCD23456', 'u1-abcd2345', 'u1-ABCD2340', 'u1-ABCD\r\n23', 'ABCD2345', ''])(
  '%j is no ticket id of this user',
  (ticketId) => {
    expect(isTicketIdOf('u1', ticketId)).toBe(false);
  },
);
