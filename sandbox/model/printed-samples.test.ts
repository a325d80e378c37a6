import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { answerOffline } from './answer.ts';

const project = resolve(import.meta.dirname, '../..');
const now = new Date('2026-11-20T21:45:00Z');

/** Every match of the first group in a file's text. Read, not imported: the sandbox shares no code with the product. */
function quoted(file: string, pattern: RegExp): string[] {
  return [...readFileSync(resolve(project, file), 'utf8').matchAll(pattern)].map(([, found = '']) => found.trim());
}

test('the offline model answers every question that the product’s pages and texts suggest', async () => {
  const examples = /const examples = \[([^\]]+)\]/.exec(
    readFileSync(resolve(project, 'web/site/home/demo.tsx'), 'utf8'),
  )?.[1];
  const printed = [
    ...[...(examples ?? '').matchAll(/^\s*(['"])(.+)\1,$/gm)].map(([, , question = '']) => question),
    ...quoted('web/site/home/demo-state.ts', /type: 'sent', content: '([^']+)'/g),
    ...quoted('web/site/home/phone-art.tsx', /^\s*(how [^.]*\?)$/gm),
    ...quoted('web/site/home/how-it-works.tsx', />(is the library[^<]+)</g),
    ...quoted('web/site/faq/general.tsx', /“(weather [^”]+)”/g),
    ...quoted('server/texting/rules/replies.ts', /like: (?!HOME)([^.,]+)/g),
    ...quoted('server/texting/rules/replies.ts', /, or (who [^.]+)\./g),
    ...quoted('server/texting/rules/replies.ts', /como: (?!CASA)([^.,]+)/g),
    ...quoted('server/texting/rules/replies.ts', /, o (quién [^.]+)\./g),
    ...quoted('sandbox/pages/browser/phone.js', /^ {2}'([^']+)',$/gm),
  ];
  expect(printed.length).toBeGreaterThanOrEqual(8);
  for (const question of printed) {
    const { text } = await answerOffline({ text: question, now, timeZone: 'America/Chicago' });
    expect(text, question).not.toMatch(/it cannot answer that|no puedo contestar eso/);
  }
});

test.each([
  ['When do the clocks go back this year?', 'Daylight saving time ended on Sunday, November 1, 2026.'],
  ['When does daylight saving time end?', 'Daylight saving time ended on Sunday, November 1, 2026.'],
  ['when does daylight saving time start', 'Daylight saving time starts on Sunday, March 14, 2027, when'],
])('the clocks: %s', async (question, start) => {
  expect((await answerOffline({ text: question, now, timeZone: 'America/Chicago' })).text).toContain(start);
});
