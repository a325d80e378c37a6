import { expect, test } from 'vitest';

import { addAttachments } from './attachments.ts';

const file = (name: string, size = 1000) => ({ name, size });

test('new files are added after the existing ones', () => {
  const { files, problems } = addAttachments([file('a.png')], [file('b.pdf'), file('c.log')]);
  expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.pdf', 'c.log']);
  expect(problems).toEqual([]);
});

test('a file of exactly 3.5 MB is accepted, one byte more is skipped and named', () => {
  const { files, problems } = addAttachments([], [file('fits.png', 3_670_016), file('big.png', 3_670_017)]);
  expect(files.map(({ name }) => name)).toEqual(['fits.png']);
  expect(problems).toEqual([{ title: 'File too large', description: 'big.png is larger than 3.5MB' }]);
});

test('at most four files in total, also across several selections', () => {
  const three = ['a.png', 'b.png', 'c.png'].map((name) => file(name));
  const { files, problems } = addAttachments(three, [file('d.png'), file('e.png')]);
  expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'c.png', 'd.png']);
  expect(problems).toEqual([{ title: 'Too many files', description: 'You can attach up to 4 files total' }]);
});

test('a file of another type is skipped and named, and does not count toward the limit', () => {
  const { files, problems } = addAttachments([], [file('page.html'), file('a.png')]);
  expect(files.map(({ name }) => name)).toEqual(['a.png']);
  expect(problems[0]?.description).toBe('page.html is not a .jpg, .png, .gif, .webp, .heic, .txt, .log or .pdf file');
  expect(addAttachments([], [file('photo.avif')]).problems).toEqual([
    {
      title: 'File type not supported',
      description: 'photo.avif is not a .jpg, .png, .gif, .webp, .heic, .txt, .log or .pdf file',
    },
  ]);
});
