import { expect, test } from 'vitest';

import { asksFor } from '../asks-for.ts';
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
  [
    'Apply at ides.illinois.gov or call 800-244-5631 (TTY 711), Mon-Fri 8:30-5. Certify every two weeks.',
    'Apply at ides.illinois.gov. Certify every two weeks.',
  ],
  ['Visit ssa.gov/locator or call 1-800-772-1213, Mon–Fri 8 a.m.–7 p.m.', 'Visit ssa.gov.'],
  [
    'Call Social Security at 1-800-772-1213 (TTY 1-800-325-0778) between 8 a.m. and 7 p.m. weekdays.',
    'Call Social Security between 8 a.m. and 7 p.m. weekdays.',
  ],
  ['Visite ssa.gov o llame al 1-800-772-1213 de lunes a viernes.', 'Visite ssa.gov.'],
  ['Saque una cita en ilsos.gov o llame al 800-252-8980.', 'Saque una cita en ilsos.gov.'],
  ['Llame al 800-252-8980 o visite ilsos.gov para su cita.', 'Visite ilsos.gov para su cita.'],
  ['Pay by mail or call 1-800-772-1213.', 'Pay by mail.'],
  ['Sign in at irs.gov.evil.com or call 1-800-772-1213.', null],
])('a host of an institution stays when a phone number next to it goes: %j', (text, left) => {
  expect(formatSms(text).body).toBe(left);
});

test.each([
  [
    "Call Poison Help at 1-800-222-1222 or use poison.org. Don't induce vomiting.",
    "Call Poison Help at 1-800-222-1222. Don't induce vomiting.",
  ],
  [
    'Call Poison Control right away at 1-800-222-1222, or use the online tool at webPOISONCONTROL.org.',
    'Call Poison Control right away at 1-800-222-1222.',
  ],
  ['Visit poison.org or call 1-800-222-1222.', 'Call 1-800-222-1222.'],
  ['Poison Help is at 1-800-222-1222 or poison.org.', 'Poison Help is at 1-800-222-1222.'],
  ['Call or text 988, or chat at 988lifeline.org.', 'Call or text 988.'],
  ['Call 911 or go to your nearest ER; find one at mercy.net.', 'Call 911 or go to your nearest ER.'],
  [
    'Call 1-800-422-4453 or visit childhelphotline.org. In an emergency call 911.',
    'Call 1-800-422-4453. In an emergency call 911.',
  ],
  ['Call 211 or visit 211.org to find food.', 'Call 211.'],
  [
    'You can call the National Domestic Violence Hotline at 1-800-799-SAFE (7233).',
    'You can call the National Domestic Violence Hotline at 1-800-799-SAFE (7233).',
  ],
  ['RAINN can be reached at 800-656-HOPE (4673).', 'RAINN can be reached at 800-656-HOPE (4673).'],
  ["SAMHSA's helpline, 1-800-662-HELP (4357), is free.", "SAMHSA's helpline, 1-800-662-HELP (4357), is free."],
  ['Call 911 or 1-800-THE-LOST (1-800-843-5678).', 'Call 911 or 1-800-THE-LOST (1-800-843-5678).'],
  ['Call 1-800-799-SAFE or visit thehotline.org.', 'Call 1-800-799-SAFE.'],
  // No lifeline.
  ['You can call Acme Bank at 1-800-555-HELP (4357).', 'You can call Acme Bank.'],
])('a lifeline stays, in digits and in letters, whatever website stands next to it: %j', (text, left) => {
  expect(formatSms(text).body).toBe(left);
});

test.each([
  ['phone number for comed', 'Call ComEd at 1-800-334-7661 or visit comed.com.', 'Call ComEd at 1-800-334-7661.'],
  ['phone number for comed', 'Visit comed.com or call 1-800-334-7661.', 'Call 1-800-334-7661.'],
  [
    'gambling problem',
    'Call or text 1-800-GAMBLER (1-800-426-2537), free and confidential 24/7, or chat at 1800gamblerchat.org.',
    'Call or text 1-800-GAMBLER (1-800-426-2537), free and confidential 24/7.',
  ],
  [
    'pizza delivery in salida co',
    'Call Moonlight Pizza at (719) 555-0142, or order online at moonlightpizza.com.',
    'Call Moonlight Pizza at (719) 555-0142.',
  ],
  [
    'urgent care near me 60614',
    "Call (773) 555-0110 or check in online at X.com. It's at 2505 N Clark St.",
    "Call (773) 555-0110. It's at 2505 N Clark St.",
  ],
])('a phone number that is asked for stays when the website next to it goes: %j, %j', (question, text, left) => {
  expect(formatSms(text, { asks: asksFor(question, 'Askline') }).body).toBe(left);
});
