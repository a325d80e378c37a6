import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { startMaxMs, statementMs } from '#server/db/start-limits.ts';

import { inProject } from './project.ts';

const read = (file: string): string => readFileSync(inProject('deploy', file), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** One value of a unit file. */
function value(unit: string, name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
}

test.each(['askline.service', 'askline@.service'])(
  '%s leaves time to finish the answers, and signals one process',
  (file) => {
    const unit = read(`systemd/${file}`);
    expect(value(unit, 'KillMode')).toBe('mixed');
    // server/main.ts ends after 30 s, the launcher kills after 35 s.
    expect(Number(value(unit, 'TimeoutStopSec'))).toBeGreaterThan(40);
    expect(value(unit, 'Restart')).toBe('always');
    expect(value(unit, 'LimitCORE')).toBe('0');
  },
);

test('each process of a machine can have settings of its own, which win, so that one of them can be a worker', () => {
  const unit = read('systemd/askline@.service');
  const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
  expect(files).toEqual(['/etc/askline/askline.env', '-/etc/askline/%i.env']);
  // A worker shows /readyz at its MONITORING_PORT only: the instance has to be that port.
  expect(read('README.md')).toMatch(/^# \/etc\/askline\/(\d+)\.env\nROLE=worker\nMONITORING_PORT=\1$/m);
});

const release = '/srv/askline/releases/current';

/** Runs what systemd runs after the start of a process, with another folder for the release. */
function afterStart(folder: string) {
  const line = value(read('systemd/askline@.service'), 'ExecStartPost') ?? 'false';
  const command = line.replaceAll(release, folder).replaceAll('%i', '3000');
  const { status, stdout } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
  return { status, stdout };
}

test('a start waits for its process with the Node and the file of its release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-release-'));
  const file = 'scripts/tasks/ready.ts';
  cpSync(inProject(file), join(folder, file));
  const node = join(folder, 'node_modules/node/bin/node');
  mkdirSync(dirname(node), { recursive: true });
  writeFileSync(node, '#!/bin/sh\necho "$@"\nexit 3\n', { mode: 0o755 });
  expect(afterStart(folder)).toEqual({ status: 3, stdout: `${folder}/${file} 3000\n` });
  rmSync(folder, { recursive: true });
});

test('the unit starts a release that has no check of readiness, as after a rollback', () => {
  expect(afterStart('/nowhere')).toEqual({ status: 0, stdout: '' });
});

test('systemd and the launcher wait longer than a migration may take', () => {
  expect(startMaxMs).toBeGreaterThan(statementMs);
  // The check of readiness says why it gives up: it ends before systemd ends it.
  expect(Number(value(read('systemd/askline@.service'), 'TimeoutStartSec')) * 1000).toBeGreaterThan(startMaxMs);
  for (const file of ['scripts/tasks/ready.ts', 'scripts/lib/service.ts']) {
    expect(readFileSync(inProject(file), 'utf8')).toContain('startMaxMs');
  }
});

test('the unit of the backup leaves a database that Askline uses', () => {
  const text = readFileSync(inProject('docs/backup.md'), 'utf8');
  const [unit = ''] = /^# \/etc\/systemd\/system\/askline-backup\.service\n[^`]+/m.exec(text) ?? [];
  expect(value(unit, 'Type')).toBe('oneshot');
  expect(value(unit, 'KillMode')).toBe('process');
});

test.skipIf(!hasSystemd).each(['askline.service', 'askline@3000.service'])(
  'systemd rates the exposure of %s below 3 of 10',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'askline-units-'));
    const unit = join(folder, name);
    cpSync(inProject('deploy/systemd', name.replace('@3000', '@')), unit);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=29', unit], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(judged.status, judged.stdout.slice(-200) + judged.stderr).toBe(0);
  },
);
