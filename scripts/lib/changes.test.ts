import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { changedFiles, withProxies } from './changes.ts';
import { inProject } from './project.ts';

/** A repository whose branch `main` has one file. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), 'askline-changes-'));
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@askline.example'];
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' });
  };
  const write = (name: string): void => writeFileSync(join(folder, name), name);
  git('init', '--initial-branch=main');
  write('old.md');
  git('add', '.');
  git('commit', '--message=One');
  return { folder, git, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test('what a branch committed, changed and added counts as changed; what it deleted has no tests', () => {
  using fixture = repository();
  fixture.git('switch', '--create', 'work');
  for (const name of ['committed.md', 'deleted.md']) fixture.write(name);
  fixture.git('add', '.');
  fixture.git('commit', '--message=Two');
  rmSync(join(fixture.folder, 'deleted.md'));
  writeFileSync(join(fixture.folder, 'old.md'), 'changed');
  fixture.write('added.md');
  const changed = changedFiles(fixture.folder) ?? [];
  expect(changed.filter((file) => file.endsWith('.md')).sort()).toEqual(['added.md', 'committed.md', 'old.md']);
});

test('without a change nothing is tested, and without a repository it says so', () => {
  using fixture = repository();
  expect(changedFiles(fixture.folder)).toEqual([]);
  rmSync(join(fixture.folder, '.git'), { recursive: true });
  expect(() => changedFiles(fixture.folder)).toThrow('needs a Git repository');
});

test('a change of the server is tested in processes too, and one of a page in the browser', () => {
  expect(withProxies(['server/texting/timing.ts'])).toContain('server/testing/process-bundle.ts');
  expect(withProxies(['server/texting/timing.ts'])).not.toContain('e2e/static-site.ts');
  expect(withProxies(['web/ui/button.tsx'])).toContain('e2e/static-site.ts');
});

test('a changed document or page is tested by what reads it', () => {
  expect(withProxies(['docs/decisions/0001-the-row-is-the-queue.md'])).toContain(
    'scripts/lib/decision-records.test.ts',
  );
  expect(withProxies(['CHANGELOG.md'])).toContain('scripts/lib/changelog.test.ts');
  expect(withProxies(['web/ui/button.tsx'])).toContain('scripts/lib/effects.test.ts');
});

test('what stands in for files without an import exists', () => {
  const folders = ['contract', 'deploy', 'docs/decisions', 'docs/monitoring', 'embedded', 'sandbox', 'server', 'web'];
  const changed = ['CHANGELOG.md', ...folders.map((folder) => `${folder}/some.ts`)];
  const added = (withProxies(changed) ?? []).filter((file) => !changed.includes(file));
  expect(added.filter((file) => !existsSync(inProject(file)))).toEqual([]);
});

test.each(['package-lock.json', 'server/db/migrations/0099_new.sql', 'server/testing/test-app.ts'])(
  'a change of %s is tested by everything',
  (file) => {
    expect(withProxies(['README.md', file])).toBeNull();
  },
);
