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

/** The entry points of an installation: the launcher, the bootstrap, and the processes that they start by path. */
const ENTRIES = [
  'scripts/run.mjs',
  'scripts/tasks/start.ts',
  'scripts/tasks/doctor.ts',
  'scripts/tasks/operator.ts',
  'scripts/tasks/move.ts',
  'scripts/tasks/payers.ts',
  'scripts/tasks/customers.ts',
  'scripts/tasks/backup.ts',
  'scripts/tasks/restore.ts',
  'embedded/supervisor.ts',
  'server/main.ts',
  'server/doctor/main.ts',
  'server/app/operator-command.ts',
  'server/app/move-command.ts',
  'server/app/payers-command.ts',
  'server/app/customers-command.ts',
  'server/app/backup-command.ts',
  'server/app/restore-command.ts',
];

/** `import ... from 'x'`, `export ... from 'x'`, `import 'x'` and `import('x')`, but not `import type`. */
const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|^\} from '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Every runtime file and package, found by following imports from the entry points. */
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

test('production code imports only packages that npm ci --omit=dev installs', () => {
  expect(files.size).toBeGreaterThan(200);
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
});

test('production code does not import the sandbox, the site, the tests or the benchmarks', () => {
  expect([...files].filter((file) => /^(sandbox|web|e2e|bench|server\/testing)\/|\.test\.ts$/.test(file))).toEqual([]);
});
