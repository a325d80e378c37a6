/**
 * The process that supervises one embedded PostgreSQL: see README.md.
 * `node embedded/supervisor.ts FOLDER [--throwaway] [--linger-ms=120000]`
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { writePrivate } from './connection.ts';
import { type SupervisorAddress, EXIT_LOCKED } from './control-protocol.ts';
import { type ControlServer, serveControl } from './control-server.ts';
import { type Folder, prepareFolder, removeFolder } from './folder.ts';
import { takeLock } from './lock.ts';
import { type LogFile, openLog } from './log-file.ts';
import { keepRunning } from './watchdog.ts';

const FOLDER_CHECK_MS = 2000;
/** Time for the process that started the supervisor to connect, on a busy machine. */
const FIRST_OWNER_MS = 30_000;
/** Reasons of a shutdown, for the log. */
const NO_OWNER = 'no owner was left';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    throwaway: { type: 'boolean', default: false },
    'linger-ms': { type: 'string', default: '120000' },
    'healthy-ms': { type: 'string', default: '60000' },
  },
});
const isThrowaway = values.throwaway;
const lingerMs = Number(values['linger-ms']);
const healthyMs = Number(values['healthy-ms']);

await supervise(positionals[0] ?? 'data/postgres');

async function supervise(asked: string): Promise<void> {
  const folder = prepareFolder(asked, isThrowaway);
  const lock = takeLock(folder.lockFile);
  // A predecessor may just have removed the folder with the lock: the caller tries again.
  if (!lock || !existsSync(folder.lockFile)) process.exit(EXIT_LOCKED);
  const log = openLog(folder.logFile);
  const ending = new AbortController();
  const control = await listen(folder, log, ending);
  try {
    const onState = (state: 'preparing' | 'ready' | 'recovering'): void => control.tell({ state });
    await keepRunning({ folder, log, isThrowaway, healthyMs, signal: ending.signal, onState });
    log.note(`stopped: ${String(ending.signal.reason)}`);
    if (isThrowaway) removeFolder(asked);
    control.tell({ state: 'stopped' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.note(`giving up: ${message}`);
    control.tell({ state: 'failed', message });
    process.stderr.write(`Error: ${message}\n`);
    process.exitCode = 1;
  } finally {
    forgetAddress(folder);
    control.close();
    log.close();
    lock.release();
  }
}

/**
 * Accepts owners and decides when to shut down: at a release, without owners, at a signal once no owner is left or at a
 * second signal, or if the folder is missing. A supervisor such as systemd may signal this process together with the
 * server, whose answers in progress need the database to the end.
 */
async function listen(folder: Folder, log: LogFile, ending: AbortController): Promise<ControlServer> {
  function end(reason: string): void {
    if (ending.signal.aborted) return;
    // From now on a new owner finds no address and starts a successor, which waits for our lock.
    control.turnAway();
    forgetAddress(folder);
    ending.abort(reason);
  }
  let linger = setTimeout(end, FIRST_OWNER_MS, NO_OWNER).unref();
  let signaled: string | undefined;
  const control = await serveControl({
    onOwned: () => clearTimeout(linger),
    onDeserted() {
      if (signaled !== undefined) return end(signaled);
      log.note(`no owner is left; stopping in ${lingerMs / 1000} s unless one connects`);
      linger = setTimeout(end, lingerMs, NO_OWNER).unref();
    },
    onReleased: () => end('its last owner released it'),
  });
  function endUnowned(signal: string): void {
    if (signaled !== undefined || !control.isOwned()) return end(signal);
    signaled = signal;
    log.note(`${signal}: stopping when no owner is left`);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => endUnowned(signal));
  process.on('SIGHUP', () => undefined);
  process.on('uncaughtExceptionMonitor', (error) => log.note(`supervisor failed: ${error.stack ?? error.message}`));
  process.stderr.on('error', () => undefined); // the process that started us no longer reads

  writePrivate(folder.supervisorFile, { pid: process.pid, port: control.port, token: control.token });
  setInterval(() => {
    if (addressPid(folder) !== process.pid) end('its folder is gone');
  }, FOLDER_CHECK_MS).unref();
  return control;
}

function addressPid({ supervisorFile }: Folder): number | null {
  try {
    return (JSON.parse(readFileSync(supervisorFile, 'utf8')) as SupervisorAddress).pid;
  } catch {
    return null;
  }
}

function forgetAddress(folder: Folder): void {
  if (addressPid(folder) === process.pid) rmSync(folder.supervisorFile, { force: true });
}
