import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { inProject } from './project.ts';

const folder = inProject('docs/decisions');
const records = readdirSync(folder).map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
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
