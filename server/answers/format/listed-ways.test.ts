import { expect, test } from 'vitest';

import { formatSms } from '../format-sms.ts';

test.each([
  ['Pay by phone at 312-744-4426 or by mail.', 'Pay by mail.'],
  ['You can pay online, by phone at 312-744-4426, or in person.', 'You can pay online or in person.'],
  ['Renew online at ilsos.com or in person at a facility.', 'Renew in person at a facility.'],
  ['Cancel in person or by email at help@pf.com or by certified mail.', 'Cancel in person or by certified mail.'],
  ['You can renew online at dmv.com, by calling 1-800-777-0133, or at a DMV office.', 'You can renew at a DMV office.'],
  ['Apply in person at a post office or by phone at 877-487-2778.', 'Apply in person at a post office.'],
  ['You can pay by mail, online at ilsos.com, or by phone at 312-744-4426.', 'You can pay by mail.'],
  ['Pay in person, by mail, or by phone at 312-744-4426.', 'Pay in person or by mail.'],
  ['You can renew by phone at 800-555-0199 or online at dmv.org, or by mail.', 'You can renew by mail.'],
  [
    'Schedule by phone at 800-555-0199, online at dmv.org, or in person at any office.',
    'Schedule in person at any office.',
  ],
  [
    'Most renew online at dmv.org, by phone at 800-555-0199, or by mail, and it takes 5 days.',
    'Most renew by mail, and it takes 5 days.',
  ],
  ['Pay online at dmv.org or by Friday at the office.', 'Pay by Friday at the office.'],
  ['Check in online at united.com or at the airport.', 'Check in at the airport.'],
  ['You can apply by phone at 877-487-2778.', null],
])('what is left when a way to reach someone goes still says what it said: %j', (text, left) => {
  expect(formatSms(text).body).toBe(left);
});

test.each([
  ['Apply at ssa.gov or call 1-800-772-1213.', 'Apply at ssa.gov.'],
  [
    'Report it at reportfraud.ftc.gov or call 1-877-382-4357 to speak with someone.',
    'Report it at reportfraud.ftc.gov.',
  ],
  ['Schedule at dmv.ca.gov or call toll-free at 1-800-777-0133. Bring ID.', 'Schedule at dmv.ca.gov. Bring ID.'],
  ['Apply at ssa.gov, or call 1-800-772-1213 for help.', 'Apply at ssa.gov.'],
  ['Apply at ssa.gov; call 1-800-772-1213 for help.', 'Apply at ssa.gov.'],
  ['You can call 1-800-772-1213 or visit ssa.gov to apply.', 'You can visit ssa.gov to apply.'],
  ['Visit irs.gov, call 1-800-829-1954, or go to an office.', 'Visit irs.gov, or go to an office.'],
  ['Visit ssa.gov or call the SSA at 1-800-772-1213.', 'Visit ssa.gov or call the SSA.'],
  ['Check turbotax.com or irs.gov for your refund.', 'Check irs.gov for your refund.'],
  ['Check irs.gov or turbotax.com for your refund.', 'Check irs.gov for your refund.'],
  ['Pay by mail or call 1-800-772-1213.', 'Pay by mail.'],
  ['Sign in at irs.gov.evil.com or call 1-800-772-1213.', null],
])('a host of an institution stays when a phone number next to it goes: %j', (text, left) => {
  expect(formatSms(text).body).toBe(left);
});
