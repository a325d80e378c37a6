import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../../web');

/** Those that say in another way that they still work. */
const otherwise = new Set([
  'site/home/demo.tsx', // in the conversation
  'admin/toolbar.tsx', // by the age of the figures, which refresh on their own
]);

// A slow call says after a second that it still works, and after ten that it takes longer: SubmitArea and Form do so.
test('every button that waits for a call stands in an area that says so when it is slow', () => {
  const faults = globSync('**/*.tsx', { cwd: web })
    .filter((file) => !file.startsWith('ui/') && !otherwise.has(file))
    .flatMap((file) => {
      const components = readFileSync(join(web, file), 'utf8').split(/^(?=(?:export )?function )/m);
      return components
        .filter((source) => /<Button\b(?:[^>]|=>)*?\bisPending=/.test(source))
        .filter((source) => !/<(?:SubmitArea|Form|SlowNotice)\b/.test(source))
        .map((source) => `${file}: ${/function (\w+)/.exec(source)?.[1]}`);
    });
  expect(faults).toEqual([]);
});
