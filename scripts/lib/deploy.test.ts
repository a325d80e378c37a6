import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from '#contract/attachments.ts';
import { nodeFlags } from '#server/platform/node-flags.ts';

import { inProject } from './project.ts';

const MB = 1024 * 1024;
const read = (file: string): string => readFileSync(inProject('deploy', file), 'utf8');
const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

test('each way to run it says where a LEDGER_DIR on another disk is made writable', () => {
  for (const file of ['askline.service', 'askline@.service']) {
    expect(read(`systemd/${file}`)).toMatch(/^# .*LEDGER_DIR.*\n#ReadWritePaths=-\/mnt\/ledger$/m);
  }
  expect(read('container/compose.yaml')).toMatch(
    /^ +# .*LEDGER_DIR=\/mnt\/ledger.*\n +#- \/mnt\/ledger:\/mnt\/ledger$/m,
  );
});

test('each proxy lets a request with all attachments through, and not much more', () => {
  const limits = [
    Number(/client_max_body_size (\d+)m;/.exec(read('nginx/askline.conf'))?.[1]) * MB,
    Number(/req\.body_size gt (\d+)/.exec(read('haproxy/haproxy.cfg'))?.[1]),
    Number(/max_size (\d+)MB/.exec(read('caddy/Caddyfile'))?.[1]) * 1_000_000,
  ];
  for (const limit of limits) {
    expect(limit).toBeGreaterThan(ATTACHMENTS_MAX * ATTACHMENT_BYTES_MAX + MB / 2);
    expect(limit).toBeLessThan(2 * ATTACHMENTS_MAX * ATTACHMENT_BYTES_MAX);
  }
});

test('the logs of requests name no visitor, as the privacy page says', () => {
  const formats = [
    /log_format askline '(.*)';/.exec(read('nginx/askline.conf'))?.[1],
    /log-format "(.*)"/.exec(read('haproxy/haproxy.cfg'))?.[1],
  ];
  for (const format of formats) expect(format).toMatch(/^\S*[[%$]\S+ /);
  expect(formats.join()).not.toMatch(/remote_addr|forwarded|%ci|%\[src/);
  // Without a line of its own, a server of nginx writes the addresses to the log of all.
  for (const server of read('nginx/askline.conf')
    .split(/^server /m)
    .slice(1))
    expect(server).toContain('access_log ');
  for (const file of ['caddy/Caddyfile', 'container/Caddyfile']) {
    // Of all, for Caddy's own errors, and of the site.
    const logs = read(file).match(/^\tlog\b[\s\S]*?^\t\}$/gm);
    expect(logs).toHaveLength(2);
    for (const log of logs ?? []) {
      for (const field of ['remote_ip', 'remote_port', 'client_ip', 'headers'])
        expect(log).toMatch(new RegExp(`^\\t+request>${field} delete$`, 'm'));
      expect(log).toMatch(/^\t+request>uri regexp /m);
    }
  }
});

test('HAProxy, which Debian starts as root, gives that up', () => {
  for (const file of ['haproxy/haproxy.cfg', 'high-availability/haproxy.cfg']) {
    const [global = ''] = /^global\n(?: .*\n)+/m.exec(read(file)) ?? [];
    expect(global.match(/^ +(?:user|group|chroot) \S+$/gm)).toHaveLength(3);
  }
});

test('visitors reach the containers by IPv4 only, where each has an address', () => {
  const [, ports = ''] = /ports: \[(.*)\]/.exec(read('container/compose.yaml')) ?? [];
  for (const port of ports.split(', ')) expect(port).toMatch(/^'0\.0\.0\.0:\d+:/);
});

test('the logs of each container end, which those of Docker do not unless told', () => {
  const file = read('container/compose.yaml');
  expect(file).toMatch(/driver: local\n +options: \{ max-size: \d+m, max-file: '\d' \}/);
  const [, services = ''] = /^services:\n([\s\S]*?)^\S/m.exec(file) ?? [];
  const each = services.split(/^ {2}(?=\w)/m).filter((service) => service.trim() !== '');
  expect(each).toHaveLength(4);
  for (const service of each) expect(service).toMatch(/<<: \*askline|logging: \*logging/);
  expect(/^x-askline:[\s\S]*?^\n/m.exec(file)?.[0]).toContain('logging: *logging');
});

test('the image runs the Node of the project, and the unit and the image start the same file', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const [major = ''] = (dependencies['node'] ?? devDependencies['node'] ?? '').split('.');
  const dockerfile = read('container/Dockerfile');
  expect([...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version)).toEqual([major, major]);
  const started = `node ${nodeFlags.join(' ')} dist/server/main.mjs`;
  const unit = /^ExecStart=(.*)$/m.exec(read('systemd/askline@.service'))?.[1];
  expect(unit?.replaceAll(/\/srv\/askline\/releases\/current\/(?:node_modules\/node\/bin\/)?/g, '')).toContain(started);
  expect(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1]?.replaceAll(/[[\]",]/g, '')).toBe(started);
});

test('no image gets what is not in the repository, such as backups and settings', () => {
  const lines = (file: string): string[] => readFileSync(inProject(file), 'utf8').split('\n');
  const ignored = new Set(lines('.dockerignore'));
  const missing = lines('.gitignore')
    .map((line) => line.replaceAll(/^\/|\/$/g, ''))
    .filter((line) => line !== '' && !ignored.has(line) && !(line.endsWith('.env') && ignored.has('**/*.env')));
  expect(missing).toEqual([]);
});

test('each command of the server that the containers are told to run exists', () => {
  const scripts = ['backup.sh', 'restore.sh'];
  const texts = [read('README.md'), ...scripts.map((name) => read(`container/${name}`))];
  const commands = texts.join('\n').matchAll(/node (server\/[\w/-]+\.ts)/g);
  const files = [...new Set([...commands].map(([, file = '']) => file))];
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => !existsSync(inProject(file)))).toEqual([]);
  for (const name of scripts) {
    expect(spawnSync('sh', ['-n', inProject('deploy/container', name)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
    });
  }
});

/**
 * Runs restore.sh with a stand-in for Docker.
 * @param fails part of the call that fails; or at which a signal comes, as when the connection to the machine is lost
 * @returns its exit code and output, and the calls of Docker, a line each
 */
function restoreInContainers(fails: string, how = 'exit 1') {
  const folder = mkdtempSync(join(tmpdir(), 'askline-restore-'));
  const calls = join(folder, 'calls');
  const docker = `#!/bin/sh
    printf '%s' "$*" | tr '\\n' ' ' >> '${calls}'; echo >> '${calls}'
    case "$*" in *'ps --status running'*) echo 1f2e3d;; *'${fails}'*) ${how};; esac`;
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
  writeFileSync(join(folder, 'backup'), '');
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const script = [inProject('deploy/container/restore.sh'), join(folder, 'backup')];
  const { status, stdout, stderr } = spawnSync('sh', script, { encoding: 'utf8', env });
  const made = readFileSync(calls, 'utf8').trimEnd().split('\n');
  rmSync(folder, { recursive: true });
  return {
    status,
    said: stdout + stderr,
    calls: made,
    at: (call: string) => made.findIndex((one) => one.includes(call)),
  };
}

test('a restore in containers puts the database that is there aside only once the backup is loaded next to it', () => {
  const damaged = restoreInContainers('.ts verify');
  expect(damaged.status).toBe(1);
  expect(damaged.calls.filter((call) => /compose (?:stop|up)|psql|db /.test(call))).toEqual([]);

  const unloaded = restoreInContainers('.ts load');
  expect(unloaded.status).toBe(1);
  expect(unloaded.at('alter database')).toBe(-1);
  expect(unloaded.calls.at(-1)).toBe('compose up --detach web worker');
  expect(unloaded.said).toContain('The database that was there is unchanged.');

  const interrupted = restoreInContainers('.ts load', 'kill -HUP $PPID');
  expect(interrupted.status).toBe(129);
  expect(interrupted.calls.at(-1)).toBe('compose up --detach web worker');

  const done = restoreInContainers('nothing');
  expect(done.status).toBe(0);
  expect(done.said).toMatch(
    /BACKUP_KEEP_DAYS[^\n]+\n +docker compose exec postgres dropdb --username askline before_restore_\w+\n/,
  );
  const order = ['.ts verify', 'compose stop', 'restoring node server/app/restore-command.ts load', 'alter', 'finish'];
  const places = order.map((call) => done.at(call));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(done.calls.filter((call) => call.includes('alter database'))).toEqual([
    expect.stringMatching(
      /--single-transaction.* askline rename to (before_restore_\w+) .* restoring rename to askline$/,
    ),
  ]);

  const unfinished = restoreInContainers('.ts finish');
  expect(unfinished.status).toBe(1);
  expect(unfinished.said).toContain('repeat');
  expect(unfinished.calls.at(-1)).toContain('finish');
});

test.each(['.ts verify', '.ts load', 'alter database'])(
  'a restore that failed leaves no copy of the backup: %s',
  (step) => {
    for (const how of ['exit 1', 'kill -HUP $PPID']) {
      const failed = restoreInContainers(step, how);
      expect(failed.at('rm -f "$BACKUP_DIR/.restore"')).toBeGreaterThan(failed.at(step));
    }
  },
);

test('containers get the brand, settings that the operator insists on, and a database to try backups in', () => {
  const file = read('container/compose.yaml');
  const mounted = /- \.\/brand:(\S+):ro/.exec(file)?.[1] ?? '';
  expect(/BRAND_FILE: (\S+)/.exec(file)?.[1]).toBe(`${mounted}/brand.json`);
  expect(file).toContain('INSIST: plain_database${INSIST:+,${INSIST}}');
  // backup.sh makes it in the PostgreSQL of this file, wherever DATABASE_URL is.
  expect(file).toMatch(/OWN_POSTGRES: .*@postgres:5432$/m);
  expect(read('container/backup.sh')).toContain('check "$file" "$OWN_POSTGRES/scratch"');
});

/** The block of addresses that the text gives as `name: 10.0.0.0/8`. */
function block(text: string, name: string): BlockList {
  const [, net = '', prefix = ''] = new RegExp(`\\b${name}: ([\\d.]+)/(\\d+)`).exec(text) ?? [];
  const list = new BlockList();
  list.addSubnet(net, Number(prefix));
  return list;
}

test("no other container can get Caddy's address, which the server trusts", () => {
  const file = read('container/compose.yaml');
  const address = /ipv4_address: ([\d.]+)/.exec(file)?.[1] ?? '';
  expect(/TRUST_PROXY: ([\d.]+)/.exec(file)?.[1]).toBe(address);
  expect(block(file, 'subnet').check(address)).toBe(true);
  // Docker gives the first free address of the range to each container that starts, PostgreSQL before Caddy.
  expect(block(file, 'ip_range').check(address)).toBe(false);
  expect(/gateway: ([\d.]+)/.exec(file)?.[1]).not.toBe(address);
});

test('the leader of the database is replaced as soon as Patroni allows, and only by a server that has every commit', () => {
  const file = read('high-availability/patroni.yml');
  const setting = (name: string): string => new RegExp(`^\\s+${name}: (.*)$`, 'm').exec(file)?.[1] ?? '';
  // Patroni refuses other times (https://patroni.readthedocs.io/en/latest/dynamic_configuration.html).
  expect(Number(setting('ttl'))).toBeGreaterThanOrEqual(20);
  expect(Number(setting('loop_wait')) + 2 * Number(setting('retry_timeout'))).toBeLessThanOrEqual(
    Number(setting('ttl')),
  );
  expect([setting('synchronous_mode'), setting('synchronous_mode_strict')]).toEqual(['true', 'true']);
  expect(setting('synchronous_commit')).toBe("'on'");
});

test.skipIf(!hasHaproxy)('HAProxy accepts the way to the leader', () => {
  const file = inProject('deploy/high-availability/haproxy.cfg');
  expect(spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })).toMatchObject({ status: 0 });
});
