import { expect, test } from 'vitest';

import { parseUsPhoneNumber } from '#server/domain/us-phone-number.ts';

import { isUsTimeZone, timeZoneOfAreaCode, timeZoneOfZip } from './us-time-zones.ts';

test.each([
  ['+12125550142', 'America/New_York'],
  ['+13055550142', 'America/New_York'],
  ['+13125550142', 'America/Chicago'],
  ['+12145550142', 'America/Chicago'],
  ['+13035550142', 'America/Denver'],
  ['+19155550142', 'America/Denver'],
  ['+16025550142', 'America/Phoenix'],
  ['+12135550142', 'America/Los_Angeles'],
  ['+12065550142', 'America/Los_Angeles'],
  ['+19075550142', 'America/Anchorage'],
  ['+18085550142', 'Pacific/Honolulu'],
  ['+17875550142', 'America/Puerto_Rico'],
  ['+16715550142', 'Pacific/Guam'],
  ['+16845550142', 'Pacific/Pago_Pago'],
])('the clock of %s is that of %s', (e164, zone) => expect(timeZoneOfAreaCode(e164)).toBe(zone));

test.each(['+14165550142', '+18005550142', '2125550142', '+1212', '', '+442071838750'])(
  '%j has no US area code',
  (number) => expect(timeZoneOfAreaCode(number)).toBeNull(),
);

test('every area code that can sign up has a time zone, and every zone is known to the runtime', () => {
  const numbers = Array.from({ length: 800 }, (_, index) => `+1${200 + index}5550142`);
  const accepted = numbers.filter((number) => parseUsPhoneNumber(number).ok);
  expect(accepted.length).toBeGreaterThan(350);
  const zones = accepted.map((number) => timeZoneOfAreaCode(number));
  for (const zone of zones) expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone ?? 'none' })).not.toThrow();
});

test.each([
  ['10001', 'America/New_York'],
  ['32301', 'America/New_York'],
  ['32501', 'America/Chicago'],
  ['37201', 'America/Chicago'],
  ['37902', 'America/New_York'],
  ['39801', 'America/New_York'],
  ['40202', 'America/New_York'],
  ['42101', 'America/Chicago'],
  ['46204', 'America/New_York'],
  ['46402', 'America/Chicago'],
  ['60614', 'America/Chicago'],
  ['75201', 'America/Chicago'],
  ['79901', 'America/Denver'],
  ['80202', 'America/Denver'],
  ['83702', 'America/Denver'],
  ['83814', 'America/Los_Angeles'],
  ['85001', 'America/Phoenix'],
  ['86515', 'America/Denver'],
  ['87101', 'America/Denver'],
  ['89101', 'America/Los_Angeles'],
  ['90210', 'America/Los_Angeles'],
  ['98101', 'America/Los_Angeles'],
  ['99501', 'America/Anchorage'],
  ['96813', 'Pacific/Honolulu'],
  ['96799', 'Pacific/Pago_Pago'],
  ['96910', 'Pacific/Guam'],
  ['00901', 'America/Puerto_Rico'],
  ['00801', 'America/Puerto_Rico'],
  ['02108', 'America/New_York'],
])('ZIP %s is in %s', (zip, zone) => expect(timeZoneOfZip(zip)).toBe(zone));

test.each(['', '6061', '606144', 'abcde', '00000', '00301'])('%j is no ZIP code', (zip) =>
  expect(timeZoneOfZip(zip)).toBeNull(),
);

test.each(['America/New_York', 'America/Detroit', 'America/Indiana/Knox', 'America/Louisville', 'Pacific/Honolulu'])(
  '%s is a zone of the US',
  (zone) => expect(isUsTimeZone(zone)).toBe(true),
);

test.each(['America/Jamaica', 'America/Vancouver', 'America/La_Paz', 'America/Toronto', 'Pacific/Fiji', 'Europe/Rome'])(
  '%s is a zone abroad',
  (zone) => expect(isUsTimeZone(zone)).toBe(false),
);
