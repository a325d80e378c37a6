import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyText } from '#server/testing/any-text.ts';

import { fileType, plainFileName } from './file-type.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n----', 'latin1');

test.each([
  ['photo.JPG', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['photo.png', '\x89PNG\r\n\x1a\n----', 'image/png'],
  ['a.gif', 'GIF89a...', 'image/gif'],
  ['a.webp', 'RIFF\x10\x00\x00\x00WEBPVP8 ', 'image/webp'],
  ['a.heic', '\x00\x00\x00\x18ftypheic', 'image/heic'],
  ['bill.pdf', '%PDF-1.7\n', 'application/pdf'],
  ['notes.txt', '\xef\xbb\xbfJos\xc3\xa9, 5 < 6\r\n', 'text/plain'],
  ['app.log', '\x1b[31merror\x1b[0m\t1\n', 'text/plain'],
  ['latin.txt', 'Jos\xe9', 'text/plain'],
  // Name and bytes disagree, or one of them is not accepted.
  ['photo.jpg', '\x89PNG\r\n\x1a\n----', null],
  ['photo.png', '<svg onload="alert(1)"></svg>', null],
  ['notes.txt', '\xef\xbb\xbf  <!DOCTYPE html><script>', null],
  ['notes.txt', 'MZ\x90\x00\x03', null],
  ['notes.txt', '%PDF-1.7\n', null],
  ['page.html', '<p>', null],
  ['drawing.svg', '<svg>', null],
  ['png', '\x89PNG\r\n\x1a\n', null],
  ['photo.png.exe', '\x89PNG\r\n\x1a\n', null],
])('%s with its bytes is recognized as %s', (name, bytes, type) => {
  expect(fileType(name, Buffer.from(bytes, 'latin1'))).toBe(type);
});

test('whatever a file is called, its name in the email is plain and keeps its extension', () => {
  fc.assert(
    fc.property(anyText(300), fc.nat(3), (name, position) => {
      const full = `${name}.png`;
      if (fileType(full, png) === null) return;
      expect(plainFileName(full, position)).toMatch(/^[\w-]{1,80}\.png$/);
    }),
    { numRuns: 50 },
  );
  expect(plainFileName('../../etc/passwd.TXT', 0)).toBe('passwd.txt');
  expect(plainFileName('..png', 1)).toBe('file-2.png');
});
