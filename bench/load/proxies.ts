import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '#server/testing/free-port.ts';
import { until } from '#server/testing/until.ts';

/** The proxies that `deploy/` has a file for. */
export const proxyNames = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** A proxy that runs, at a port of loopback, without TLS. */
export type Proxy = AsyncDisposable & { readonly port: number };

type Kind = {
  /** File below `deploy/`. */
  readonly file: string;
  readonly version: readonly string[];
  /** Rewrites the file for a test: our port instead of 80 and 443 with their certificate. */
  readonly adapt: (text: string, port: number, folder: string) => string;
  /** The command that runs in the foreground. */
  readonly run: (file: string, folder: string) => readonly string[];
};

const kinds: Readonly<Record<ProxyName, Kind>> = {
  nginx: {
    file: 'nginx/askline.conf',
    version: ['nginx', '-v'],
    adapt: (text, port, folder) => `
      daemon off;
      pid ${folder}/pid;
      error_log stderr crit;
      events { worker_connections 1024; }
      http {
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
        ${text
          .replace(/^server \{\s+listen 80;[\s\S]*?^\}$/m, '')
          .replaceAll(/^\s+ssl_.*;$/gm, '')
          .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
          .replace('/var/log/nginx/askline.log', '/dev/null')
          .replace('/var/log/nginx/askline-error.log', 'stderr')}
      }`,
    run: (file) => ['nginx', '-c', file],
  },
  haproxy: {
    file: 'haproxy/haproxy.cfg',
    version: ['haproxy', '-v'],
    adapt: (text, port) =>
      text
        .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
        .replace(/^ *bind :443 .*$/m, '')
        .replace(/^ *http-request redirect scheme .*$/m, '')
        .replace('log stdout format raw local0', '')
        .replaceAll(/^ *(?:user|group|chroot) .*$/gm, ''),
    run: (file) => ['haproxy', '-db', '-f', file],
  },
  caddy: {
    file: 'caddy/Caddyfile',
    version: ['caddy', 'version'],
    adapt: (text, port) =>
      text
        .replace('askline.example.com {', `http://127.0.0.1:${port} {`)
        .replace(/^\{$/m, '{\n\tadmin off')
        .replace('output stdout', 'output discard'),
    run: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
};

/**
 * Whether this machine has the program (Debian: `apt-get install nginx-light haproxy`). Caddy before 2.7, as in Debian 12,
 * does not count: when it tries a request again it sends no body, or that of another request.
 */
export function isInstalled(name: ProxyName): boolean {
  const [program = '', ...args] = kinds[name].version;
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 && !(name === 'caddy' && /^v?2\.[0-6]\./.test(stdout));
}

/**
 * Runs a proxy with the file of `deploy/`, in front of two processes. Only ports and certificates are replaced.
 * @param ports of the processes
 */
export async function startProxy(name: ProxyName, ports: readonly number[]): Promise<Proxy> {
  const { file, adapt, run } = kinds[name];
  const folder = await mkdtemp(join(tmpdir(), `askline-${name}-`));
  const port = await freePort();
  const text = await readFile(join(import.meta.dirname, '../../deploy', file), 'utf8');
  const [first = 0, second = 0] = ports;
  const placed = text
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`);
  const config = join(folder, name === 'caddy' ? 'Caddyfile' : `${name}.conf`);
  await writeFile(config, adapt(placed, port, folder));
  const child = launch(run(config, folder), folder);
  const exited = once(child, 'exit');
  await until(`${name} to answer`, () => isAnswering(port));
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** Its home is a folder of its own: Caddy keeps certificates there. */
function launch([program = '', ...args]: readonly string[], folder: string): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function isAnswering(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
  return response?.ok === true;
}
