import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
};

const { dependencies, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const aliases = Object.entries(imports).map(([alias, place]) => [alias.slice(0, -1), place.slice(2, -1)] as const);

/** What an installation starts: the launcher, the bootstrap, and the processes that they start by path. */
const ENTRIES = [
  'scripts/run.mjs',
  'scripts/tasks/start.ts',
  'scripts/tasks/doctor.ts',
  'scripts/tasks/operator.ts',
  'embedded/supervisor.ts',
  'server/main.ts',
  'server/doctor.ts',
  'server/operator-command.ts',
];

/** `import ... from 'x'`, `export ... from 'x'`, `import 'x'` and `import('x')`, but not `import type`. */
const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|^\} from '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Every file that runs, and the packages that they import, by following imports from the entries. */
function follow(): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set(ENTRIES);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, from, from2, called] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const target = from ?? from2 ?? called ?? '';
      const alias = aliases.find(([start]) => target.startsWith(start));
      if (target.startsWith('.')) files.add(relative(root, join(root, dirname(file), target)));
      else if (alias) files.add(alias[1] + target.slice(alias[0].length));
      else if (!target.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    }
  }
  return { files, packages };
}

const { files, packages } = follow();

test('what runs in production imports only packages that npm ci --omit=dev installs', () => {
  expect(files.size).toBeGreaterThan(200);
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
});

test('what runs in production imports nothing of the sandbox, the site, the tests or the measurements', () => {
  expect([...files].filter((file) => /^(sandbox|web|e2e|bench|server\/testing)\/|\.test\.ts$/.test(file))).toEqual([]);
});
