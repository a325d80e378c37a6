import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './project.ts';

/** What decides about every test, or is read by tests without an import. */
const wide =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|server\/db\/migrations\/|server\/testing\/(postgres\.setup|database|test-app)\.ts)/;
/** Files that an import leads to: what tests start as a process of its own, or serve, has no import. */
const proxies: readonly (readonly [changed: RegExp, proxy: string])[] = [
  [/^(contract|server|scripts\/build-server)\//, 'server/testing/process-bundle.ts'],
  [/^(contract|server)\//, 'server/app/operator-command.test.ts'],
  [/^(contract|server)\//, 'server/app/customers-command.test.ts'],
  [/^embedded\//, 'embedded/open-database.ts'],
  [/^sandbox\//, 'sandbox/sandbox.ts'],
  [/^(contract|web)\//, 'e2e/static-site.ts'],
  [/^(contract|web)\//, 'e2e/visit.ts'],
  // These read the sources and the documents.
  [/./, 'scripts/lib/citations.test.ts'],
  [/./, 'scripts/lib/retired-words.test.ts'],
  [/./, 'scripts/lib/security-document.test.ts'],
  [/./, 'scripts/lib/sql-in-repos.test.ts'],
  [/./, 'scripts/lib/statement-parameters.test.ts'],
  [/./, 'server/db/privacy-document.test.ts'],
  [/./, 'server/db/table-owners.test.ts'],
  [/^CHANGELOG\.md$/, 'scripts/lib/changelog.test.ts'],
  [/^(contract|web)\//, 'scripts/lib/customer-copy.test.ts'],
  [/^docs\/decisions\//, 'scripts/lib/decision-records.test.ts'],
  [/^deploy\//, 'scripts/lib/deploy.test.ts'],
  [/^(deploy|docs)\//, 'scripts/lib/systemd.test.ts'],
  [/^web\//, 'scripts/lib/effects.test.ts'],
  [/^docs\/monitoring\//, 'scripts/lib/signal-files.test.ts'],
  [/^web\//, 'scripts/lib/waiting.test.ts'],
];

/**
 * The files that `npm test -- --changed` is about: those that differ from where the current branch left `main` (from the
 * last commit if there is no such branch), committed or not, and proxies for what no import leads to.
 * @returns paths relative to the project; null if the change is about every test
 * @throws outside of a Git repository
 */
export function changedFiles(cwd = root): readonly string[] | null {
  const base = git(cwd, 'merge-base', 'main', 'HEAD') ?? git(cwd, 'merge-base', 'origin/main', 'HEAD') ?? 'HEAD';
  const differing = git(cwd, 'diff', '--name-only', '--relative', base);
  const added = git(cwd, 'ls-files', '--others', '--exclude-standard');
  if (differing === null || added === null) throw new Error('npm test -- --changed needs a Git repository.');
  return withProxies([...lines(differing), ...lines(added)].filter((file) => existsSync(join(cwd, file))));
}

/** Adds what the changed files affect without an import; null if that is every test. */
export function withProxies(changed: readonly string[]): readonly string[] | null {
  if (changed.some((file) => wide.test(file))) return null;
  const added = proxies.filter(([pattern]) => changed.some((file) => pattern.test(file))).map(([, file]) => file);
  return [...new Set([...changed, ...added])];
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

function git(cwd: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
