import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseUsPhoneNumber } from './us-phone-number.ts';

test.each([
  ['2125550142', '+12125550142'],
  ['12125550142', '+12125550142'],
  ['+12125550142', '+12125550142'],
  ['(212) 555-0142', '+12125550142'],
  ['+1 (212) 555-0142', '+12125550142'],
  ['212.555.0142', '+12125550142'],
  [' 212 555 0142 ', '+12125550142'],
  ['4015550142', '+14015550142'],
  ['6502530000', '+16502530000'],
  ['7872345678', '+17872345678'], // Puerto Rico
  ['3406421234', '+13406421234'], // US Virgin Islands
  ['6713001234', '+16713001234'], // Guam
  ['6847331234', '+16847331234'], // American Samoa
  ['6702341234', '+16702341234'], // Northern Mariana Islands
  ['7875550142', '+17875550142'],
  ['6845550142', '+16845550142'],
])('%s is %s', (input, e164) => expect(parseUsPhoneNumber(input)).toEqual({ ok: true, e164 }));

test.each([
  ['4165550142', 'not_us'], // Toronto
  ['+14165550142', 'not_us'],
  ['6045550142', 'not_us'], // Vancouver
  ['8765550142', 'not_us'], // Jamaica
  ['6585550142', 'not_us'], // Jamaica
  ['8095550142', 'not_us'], // Dominican Republic
  ['2465550142', 'not_us'], // Barbados
  ['2425550142', 'not_us'], // Bahamas
  ['4415550142', 'not_us'], // Bermuda
  ['+442071838750', 'not_us'],
  ['+525512345678', 'not_us'],
  ['8005550142', 'bad_type'],
  ['8885550142', 'bad_type'],
  ['8335550142', 'bad_type'],
  ['9005550123', 'bad_type'],
  ['5005550006', 'bad_type'],
  ['2129761234', 'bad_type'],
  ['2129501234', 'bad_type'],
  ['2125551212', 'bad_type'],
  ['2129111234', 'invalid'],
  ['2124110142', 'invalid'],
  ['9112345678', 'invalid'],
  ['+19115550142', 'invalid'],
  ['+12005550142', 'invalid'],
  ['+17005550142', 'invalid'],
  ['+12211234567', 'invalid'],
  ['+8835100012345', 'not_us'],
  ['4115550142', 'invalid'],
  ['9765551234', 'invalid'],
  ['1125550142', 'invalid'],
  ['0125550142', 'invalid'],
  ['2121550142', 'invalid'],
  ['555-0142', 'invalid'],
  ['21255501422', 'invalid'],
  ['2125550142 x5', 'invalid'],
  ['call 2125550142', 'invalid'],
  ['1-212-FLOWERS', 'invalid'],
  ['2125550142; drop table', 'invalid'],
  ['', 'invalid'],
  ['+', 'invalid'],
  ['+1', 'invalid'],
  ['911', 'invalid'],
  ['60614', 'invalid'],
  ['0'.repeat(5000), 'invalid'],
])('%s is refused: %s', (input, why) => expect(parseUsPhoneNumber(input)).toEqual({ ok: false, why }));

test('whatever is typed, the answer is a US number in E.164 or a reason, and reading it again changes nothing', () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.stringMatching(/^\+?1?[ (.-]?[2-9]\d{2}[ ).-]?[2-9]\d{2}[ .-]?\d{4}$/),
  );
  fc.assert(
    fc.property(typed, (input) => {
      const result = parseUsPhoneNumber(input);
      if (!result.ok) return;
      expect(result.e164).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
      expect(parseUsPhoneNumber(result.e164)).toEqual(result);
    }),
  );
});
