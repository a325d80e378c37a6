// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

/** A Ctrl-C reaches us from the terminal, and again from npm, which passes signals on: within this, it is the same wish. */
const SAME_WISH_MS = 500;
const PARENT_CHECK_MS = 1000;

/**
 * Runs a task and passes on what asks for its end. The task is in a session of its own: the terminal's signals reach us
 * only, so that the task hears of each wish exactly once, and what it started hears of it in the task's order.
 * If we are killed, the task sees its channel to us close, and ends in order too.
 * @param {string} root the folder it runs in
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<number>} the exit code to end with
 */
export function relay(root, node, args) {
  // `ulimit -c 0`, for all that follows: what people write is in memory only, and a core file would put it on disk.
  const child = spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', node, ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Node keeps what it compiled (and stripped of types): every process of ours starts in a third of the time.
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compile'), ...process.env },
  });
  let askedAt = -SAME_WISH_MS;
  function askToEnd() {
    const now = performance.now();
    if (now - askedAt < SAME_WISH_MS) return;
    askedAt = now;
    child.kill('SIGTERM');
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, askToEnd);
  const watch = watchParent(askToEnd);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * npm that is killed cannot pass anything on. Started by hand and left behind on purpose, we have no npm above us, and
 * stay.
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
