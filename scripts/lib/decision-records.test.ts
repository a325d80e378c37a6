import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { inProject } from './project.ts';

const folder = inProject('docs/decisions');
const index = readFileSync(`${folder}/README.md`, 'utf8');
const records = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .toSorted()
  .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
const parts = /^\*\*(.+?)\.\*\*/gm;
const known = ['Context', 'Decision', 'Not chosen', 'What it costs'];

test.each(records)('$file has its number, a date and the parts of a decision in their order', ({ file, text }) => {
  const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1];
  const start = /^# (\d+)\. \S.*\n\n\d{4}-\d{2}-\d{2}\n\n\*\*Context\.\*\* /.exec(text);
  expect(start?.[1]?.padStart(4, '0')).toBe(number);
  expect(text).not.toMatch(/^##/m);
  const names = [...text.matchAll(parts)].map(([, name]) => name);
  expect(names).toEqual(known.filter((name) => name !== 'Not chosen' || names.includes(name)));
});

test('the index has every record once, in order, with its number and its title', () => {
  const rows = index.split('\n').filter((line) => /^\| \d/.test(line));
  const listed = rows.map((row) => /^(\| \d+ \| \[.+?\]\(.+?\) \|) \S/.exec(row)?.[1]);
  const expected = records.map(({ file, text }) => {
    const [, number, title] = /^# (\d+)\. (.*)/.exec(text) ?? [];
    return `| ${number} | [${title}](${file}) |`;
  });
  expect(listed).toEqual(expected);
});
