// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

/** A Ctrl-C arrives from the terminal and again from npm, which forwards signals: within this time they count as one. */
const SAME_WISH_MS = 500;
/** What a process with a channel to its parent takes for the second request; a signal to it never is one. */
const STOP_NOW = 'stop now';
const PARENT_CHECK_MS = 1000;

/**
 * Runs a task and forwards termination signals. The task is in its own session, so the terminal's signals reach only the
 * relay: the task receives each request exactly once and stops its children in its own order. The second request is a
 * message: a supervisor that signals every process of a service (systemd's `KillMode=control-group`) and a relay that
 * forwards its own signal are together still the first one. If the relay is killed, the task sees the IPC channel close and
 * shuts down in order too.
 * @param {string} root the folder it runs in
 * @param {string} node
 * @param {string[]} args
 * @param {'ignore' | 'inherit'} [input] whether the task may read from the terminal
 * @returns {Promise<number>} the exit code to end with
 */
export function relay(root, node, args, input = 'ignore') {
  // First: a signal that comes while the task is being started waits for this turn's end.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, askToEnd);
  // `ulimit -c 0` for all descendants: plaintext is in memory only, and a core file would write it to disk.
  const child = spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', node, ...args], {
    cwd: root,
    detached: true,
    stdio: [input, 'inherit', 'inherit', 'ipc'],
    // Node's compile cache: every process starts in a third of the time.
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compile'), ...process.env },
  });
  let askedAt = -SAME_WISH_MS;
  function askToEnd() {
    const now = performance.now();
    if (now - askedAt < SAME_WISH_MS) return;
    const isSecond = askedAt >= 0;
    askedAt = now;
    if (isSecond && child.connected) child.send(STOP_NOW);
    else child.kill('SIGTERM');
  }
  const watch = watchParent(askToEnd);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      // Another task may follow in this process.
      for (const name of signals) process.off(name, askToEnd);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Detects a killed npm, which cannot forward signals. A relay that was started without npm and then orphaned on purpose
 * keeps running.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  const parent = process.ppid;
  if (!process.env['npm_lifecycle_event']) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, PARENT_CHECK_MS).unref();
  return watch;
}
