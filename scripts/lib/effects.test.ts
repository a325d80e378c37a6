import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../../web');

// React calls an effect's return value as its cleanup. DOM methods that returned nothing when the types were written may
// return a Promise today (scrollIntoView: https://drafts.csswg.org/cssom-view/#dom-element-scrollintoview), and calling
// it crashes the page. A block body does not return a value by accident.
test('every effect has a block body, so that it does not return a value by accident', () => {
  const faults = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const source = readFileSync(join(web, file), 'utf8');
      const effects = [...source.matchAll(/\buse(?:Layout|Insertion)?Effect\(\s*(?!\(\) => \{)(.*)/g)];
      return effects.map(([, start]) => `${file}: ${start}`);
    });
  expect(faults).toEqual([]);
});
