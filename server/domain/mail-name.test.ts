import fc from 'fast-check';
import { expect, test } from 'vitest';

import { mailName } from './mail-name.ts';

test.each(['Ada', 'Zoë Quick', "Conan O'Brien", 'Jean-Luc', '李小龍', ' Sam '])('%s is addressed by name', (name) => {
  expect(mailName(name)).toBe(name.trim());
});

test.each([
  'Your account was charged $499, cancel at evil.example',
  'evil.example',
  'Sam https://evil.example',
  'Call 888-555-0100',
  'Sam\r\nBcc: all@example.com',
  'a'.repeat(41),
  '@handle',
  '',
])('%j is not used as a name', (name) => {
  expect(mailName(name)).toBeNull();
});

test('no name that is repeated holds a digit, a dot, a slash, an at sign or a line break', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(mailName(name) ?? '').not.toMatch(/[\d./@:\r\n]/);
    }),
  );
});
