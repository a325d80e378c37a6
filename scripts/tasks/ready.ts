import { setTimeout as wait } from 'node:timers/promises';

import { startMaxMs } from '#server/db/start-limits.ts';
import { localUrl } from '#server/platform/loopback.ts';

/**
 * Waits until the process of this machine at a port accepts traffic; systemd runs it after each start
 * (deploy/systemd/askline@.service): `node scripts/tasks/ready.ts PORT`, with the settings of that process, and its id in
 * MAINPID. Ends with 1 if the process ends, or takes longer than a start may.
 */
const everyMs = 250;

const port = Number(process.argv[2]);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('Name the port: ready.ts PORT');
  process.exit(2);
}
const { ROLE, HOST, MONITORING_HOST, MAINPID } = process.env;
// A worker answers only at its monitoring address.
const host = (ROLE === 'worker' ? MONITORING_HOST : HOST) || '127.0.0.1';
const url = `${localUrl(host, port)}/readyz`;
const endsAt = performance.now() + startMaxMs;
while (!(await isReady())) {
  if (performance.now() > endsAt) {
    console.error(`Not ready within ${startMaxMs / 60_000} minutes: ${url}`);
    process.exit(1);
  }
  // systemd itself notices that only once this command ends.
  if (MAINPID && !isRunning(Number(MAINPID))) {
    console.error(`The process ended before it was ready: ${url}`);
    process.exit(1);
  }
  await wait(everyMs);
}

async function isReady(): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error' });
    return ok;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
