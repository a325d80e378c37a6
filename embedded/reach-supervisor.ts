import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { EXIT_LOCKED, type FromOwner, type FromSupervisor, type SupervisorAddress } from './control-protocol.ts';
import { filesOf } from './folder.ts';
import { readLines, writeLine } from './line-reader.ts';
import { type ProcessIdentity, identifyProcess } from './processes.ts';

export type SupervisorOptions = {
  /** The cluster's existing or future folder: `DATA_DIR/postgres`. May become a link (see README.md). */
  readonly folder: string;
  /** For tests: no fsync, in memory if there is room, and removed with its last owner. Default false. */
  readonly throwaway?: boolean;
  /** How long the database outlives an owner that died without a release. Default two minutes. */
  readonly lingerMs?: number;
  /** A server that ran this long is restarted immediately after its death. Default one minute. */
  readonly healthyMs?: number;
};

/** A connection to a supervisor: while it is open, this process owns the database. */
export type Link = {
  readonly supervisor: ProcessIdentity;
  /** The next message; null after the supervisor has exited. */
  readonly read: () => Promise<FromSupervisor | null>;
  readonly release: () => void;
};

const SUPERVISOR = fileURLToPath(new URL('supervisor.ts', import.meta.url));
/** A predecessor that is stopping a busy server can hold the lock this long. */
const REACH_MS = 120_000;
const HELLO_MS = 5000;
const POLL_MS = 25;

/** Connects to the folder's supervisor; starts one if none runs. @throws with its message if it cannot start */
export async function reachSupervisor(options: SupervisorOptions): Promise<Link> {
  const deadline = performance.now() + REACH_MS;
  while (performance.now() < deadline) {
    const link = (await dial(options.folder)) ?? (await startAndDial(options));
    if (link) return link;
    await wait(POLL_MS);
  }
  throw new Error(`The supervisor of ${options.folder} did not answer within ${REACH_MS / 1000} s.`);
}

/** @returns null if another start was faster, a predecessor is still stopping, or ours was killed */
async function startAndDial(options: SupervisorOptions): Promise<Link | null> {
  const child = startSupervisor(options);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint = (complaint + chunk).slice(-4000)));
  child.once('error', (error) => (complaint = error.message));
  const ended = new Promise<'ended'>((done) => void child.once('close', () => done('ended')));
  const deadline = performance.now() + REACH_MS;
  try {
    while (performance.now() < deadline) {
      const link = await dial(options.folder);
      if (link) return link;
      if ((await Promise.race([wait(POLL_MS), ended])) === 'ended') break;
    }
    if (child.exitCode === EXIT_LOCKED || child.signalCode) return null;
    throw new Error(sentenceOf(complaint));
  } finally {
    child.stderr.destroy();
    child.unref();
  }
}

/** Detached, in its own session, so that neither Ctrl-C nor the end of the terminal reaches it. */
function startSupervisor({ folder, throwaway = false, lingerMs = 120_000, healthyMs = 60_000 }: SupervisorOptions) {
  const flags = [...(throwaway ? ['--throwaway'] : []), `--linger-ms=${lingerMs}`, `--healthy-ms=${healthyMs}`];
  return spawn(process.execPath, [SUPERVISOR, resolve(folder), ...flags], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    // It outlives this process and gets nothing else of its environment.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
}

/** Whether a supervisor of this folder runs. */
export function isSupervised(folder: string): boolean {
  const address = readAddress(filesOf(folder).supervisorFile);
  const supervisor = address && identifyProcess(address.pid);
  return supervisor?.commandLine.includes('supervisor.ts') === true;
}

/** @returns null if no process, or another program, answers at the address in the folder */
async function dial(folder: string): Promise<Link | null> {
  const address = readAddress(filesOf(folder).supervisorFile);
  const supervisor = address && identifyProcess(address.pid);
  if (!supervisor?.commandLine.includes('supervisor.ts')) return null;
  const socket = connect({ port: address?.port ?? 0, host: '127.0.0.1' });
  const reader = messagesOf(socket).getReader();
  const send = (message: FromOwner): void => writeLine(socket, message);
  socket.once('connect', () => send({ token: address?.token ?? '' }));

  const timer = setTimeout(() => socket.destroy(), HELLO_MS);
  const first = await reader.read();
  clearTimeout(timer);
  if (first.done) return null;
  let unread: FromSupervisor | null = first.value;
  return {
    supervisor,
    async read() {
      const message = unread ?? (await reader.read()).value ?? null;
      unread = null;
      return message;
    },
    release: () => send({ release: true }),
  };
}

function messagesOf(socket: Socket): ReadableStream<FromSupervisor> {
  return new ReadableStream({
    start(controller) {
      readLines(socket, (value) => controller.enqueue(value as FromSupervisor));
      socket.once('close', () => controller.close());
    },
  });
}

function readAddress(file: string): SupervisorAddress | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SupervisorAddress;
  } catch {
    return null;
  }
}

/** Extracts the message of an uncaught error from Node's output. */
function sentenceOf(complaint: string): string {
  return /^(?:\w*Error): (.*)$/m.exec(complaint)?.[1] ?? (complaint.trim() || 'The database supervisor did not start.');
}
