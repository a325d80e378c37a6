import { expect, test } from 'vitest';

import { SupportTicket } from '#contract/support.ts';

import { newTicket, zoneOf } from './new-ticket.ts';

const user = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@example.com',
  phoneNumber: '+12125550142',
  isEmailProven: true,
  isHelper: false,
};

test.each([
  [480, 420, 'PST'],
  [420, 420, 'MST'],
  [300, 240, 'EST'],
  [0, -60, 'UTC'],
  [-660, -600, 'AEST'],
  [-330, -330, 'Other'],
] as const)('a clock that is %i minutes behind in January and %i in July is in %s', (january, july, zone) => {
  expect(zoneOf(january, july)).toBe(zone);
});

test('a new ticket has the sender and the time filled in and lacks only the message; of a helper also a number to call', () => {
  const ticket = newTicket(user, '+12125550142', new Date(2026, 2, 4, 9, 5));
  expect(ticket).toMatchObject({
    ticketId: expect.stringMatching(/^u1-[A-Z2-9]{8}$/),
    email: 'ada@example.com',
    phoneNumber: '(212) 555-0142',
    messageDate: '2026-03-04',
    messageTime: '09:05',
  });
  const ofHelper = newTicket({ ...user, isHelper: true }, '+12125550142', new Date());
  expect(ofHelper.phoneNumber).toBe('');
  expect(SupportTicket.parse({ ...ticket, supportType: 'Billing', preferCall: true }).preferCall).toBe(true);
});
