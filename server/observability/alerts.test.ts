import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { alerts } from './alerts.ts';

const manual = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');

test.each(Object.entries(alerts))('the manual lists the alert %s with its sentence', (code, { sentence, remedy }) => {
  expect(manual).toContain(`| \`${code}\` | ${sentence} |`);
  expect(code).toMatch(/^[a-z][a-z0-9_]{1,29}$/);
  expect(remedy.length).toBeGreaterThan(20);
});
