import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { answerOffline } from './answer.ts';

const project = resolve(import.meta.dirname, '../..');

/** Every match of the first group in a file's text. Read, not imported: the sandbox shares no code with the product. */
function quoted(file: string, pattern: RegExp): string[] {
  return [...readFileSync(resolve(project, file), 'utf8').matchAll(pattern)].map(([, found = '']) => found.trim());
}

test('the offline model answers every suggested question that the product does not compute', () => {
  const examples = /demoExamples = \[([^\]]+)\]/.exec(
    readFileSync(resolve(project, 'web/site/home-copy.ts'), 'utf8'),
  )?.[1];
  const printed = [
    ...[...(examples ?? '').matchAll(/^\s*(['"])(.+)\1,$/gm)].map(([, , question = '']) => question),
    ...quoted('web/site/home-copy.ts', /(?:demoSample|phone|how)Question = '([^']+)'/g),
    ...quoted('web/site/faq/general-copy.tsx', /“(weather [^”]+)”/g),
    ...quoted('server/texting/rules/replies.ts', /like: (?!HOME)([^.,]+)/g),
    ...quoted('server/texting/rules/replies.ts', /, or (who [^.]+)\./g),
    ...quoted('server/texting/rules/replies.ts', /como: (?!CASA)([^.,]+)/g),
    ...quoted('server/texting/rules/replies.ts', /, o (quién [^.]+)\./g),
    ...quoted('sandbox/pages/browser/phone.js', /^ {2}'([^']+)',$/gm),
  ];
  expect(printed.length).toBeGreaterThanOrEqual(8);
  const computed = new Set(quoted('server/answers/computed/computed-samples.txt', /^(.+) => /gm));
  const asked = printed.filter((question) => !computed.has(question));
  expect(asked.length).toBeLessThan(printed.length);
  for (const question of asked) {
    const { text } = answerOffline(question);
    expect(text, question).not.toMatch(/it cannot answer that|no puedo contestar eso/);
  }
});
