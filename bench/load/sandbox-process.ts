import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { freePort } from '#server/testing/free-port.ts';

import { pin } from './machine.ts';

/** The sandbox as a process of its own. */
export type SandboxProcess = AsyncDisposable & { readonly pid: number };

export type SandboxProcessOptions = { readonly port: number; readonly productUrl: string; readonly isPinned: boolean };

/** Starts the sandbox: delivery within 30 ms, no wait before redaction. @throws Error if it does not start */
export async function startSandboxProcess({
  port,
  productUrl,
  isPinned,
}: SandboxProcessOptions): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../sandbox/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(await freePort()),
      SANDBOX_SAMPLE: 'off',
      SANDBOX_TWILIO_DELIVERY_MS: '30',
      SANDBOX_TWILIO_SETTLE_MS: '0',
      SANDBOX_PERPLEXITY_MODE: 'backwards',
      PRODUCT_URL: productUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child, 'message'), exited]);
  if (child.exitCode !== null) throw new Error(`the sandbox ended with ${child.exitCode}`);
  if (isPinned) pin(child.pid, 'load');
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
