import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '#server/testing/free-port.ts';

import { describeMachine, processorMs, processorMsWithEnded, residentMB } from './load/machine.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

const root = resolve(import.meta.dirname, '..');
const idleForMs = 10_000;
const startMaxMs = 120_000;

type Figures = Record<'pageMs' | 'processorMs' | 'serverMs' | 'idleMB' | 'idlePercent', number>;

/**
 * `npm start`, from the command until the first page has been answered: with its database and sandbox, on a folder that was
 * started before, without and with Node's compile cache. Then the memory and the share of one core of the server without
 * traffic. The first start of a clone, which installs and builds, is not measured.
 */
export const bench: Bench = async () => {
  console.log(describeMachine());
  const dataDir = await mkdtemp(join(tmpdir(), 'askline-start-'));
  try {
    await using cache = await mkdtempDisposable(join(tmpdir(), 'askline-compile-'));
    const warm = (): Promise<Figures> => measure(dataDir, cache.path);
    // Creates the database and fills the cache; what the first start compiles late is in the cache for the second one
    // only.
    await warm();
    await warm();
    const medians = await inTurns<keyof Figures>({
      async cold() {
        await using empty = await mkdtempDisposable(join(tmpdir(), 'askline-compile-'));
        return await measure(dataDir, empty.path);
      },
      warm,
    });
    printTable(
      ['npm start', 'page after ms', 'processor ms', 'the server, ms', 'memory after 10 s, MB', '% of a core, idle'],
      Object.entries(medians).map(([name, median]) => [
        name,
        median.pageMs,
        median.processorMs,
        median.serverMs,
        median.idleMB,
        median.idlePercent,
      ]),
    );
    return Object.entries(medians).flatMap(([name, median]) => [
      { what: `${name} npm start: page after`, value: median.pageMs, unit: 'ms' },
      { what: `${name} npm start: processor time of all`, value: median.processorMs, unit: 'ms' },
      { what: `${name} npm start: processor time of the server`, value: median.serverMs, unit: 'ms' },
      { what: `${name} start: the server's memory after 10 s`, value: median.idleMB, unit: 'MB' },
      { what: `${name} start: the server's processor when idle`, value: median.idlePercent, unit: '% of a core' },
    ]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

async function measure(dataDir: string, compileCache: string): Promise<Figures> {
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: compileCache,
  };
  const beganAt = performance.now();
  const npm = spawn('npm', ['start'], { cwd: root, env: { ...process.env, ...settings }, stdio: 'ignore' });
  try {
    await untilAnswered(`http://127.0.0.1:${port}/`, npm);
    const pageMs = performance.now() - beganAt;
    const pids = processesWith(`PORT=${port}`);
    const total = [...pids, ...databaseOf(dataDir)].reduce((sum, pid) => sum + processorMsWithEnded(pid), 0);
    const server = pids.find((pid) => /\bserver\/main\.m?[jt]s\b/.test(commandOf(pid)));
    if (server === undefined) throw new Error('npm start runs no server');
    const serverMs = processorMs(server);
    await wait(idleForMs);
    return {
      pageMs,
      processorMs: total,
      serverMs,
      idleMB: residentMB(server),
      idlePercent: ((processorMs(server) - serverMs) / idleForMs) * 100,
    };
  } finally {
    await stop(npm, port);
  }
}

async function untilAnswered(url: string, npm: ChildProcess): Promise<void> {
  const deadline = performance.now() + startMaxMs;
  while (performance.now() < deadline) {
    const page = await fetch(url).then(
      (response) => (response.ok ? response.text() : ''),
      () => '',
    );
    if (page !== '') return;
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    await wait(5);
  }
  throw new Error(`npm start answered nothing within ${startMaxMs / 1000} s`);
}

/** npm may end before what it started does. */
async function stop(npm: ChildProcess, port: number): Promise<void> {
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
  while (processesWith(`PORT=${port}`).length > 0) await wait(50);
}

/** The processes with this variable in their environment. */
function processesWith(variable: string): number[] {
  return listProcesses().filter((pid) => fileOf(pid, 'environ').split('\0').includes(variable));
}

/** The supervisor and the server of the database in this folder; they get nothing of our environment. */
function databaseOf(dataDir: string): number[] {
  return listProcesses().filter((pid) => commandOf(pid).includes(join(dataDir, 'postgres')));
}

function listProcesses(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function commandOf(pid: number): string {
  return fileOf(pid, 'cmdline').replaceAll('\0', ' ');
}

/** Empty for a process that is gone, or another account's. */
function fileOf(pid: number, name: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
