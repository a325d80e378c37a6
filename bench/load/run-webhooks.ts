import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { pin } from './machine.ts';

/** A load of signed webhooks over `connections`, each with one text in flight. Each text is a different question. */
export type WebhookLoad = {
  /** The full address of the webhook. */
  readonly url: string;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly forMs: number;
  /** The phones `phoneAt(firstPhone)` and the following ones, in turn. */
  readonly firstPhone: number;
  readonly phones: number;
};

/** `perSecond`: acknowledged texts; the times are from the request to the end of the response. */
export type WebhookLoadResult = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Responses other than 200. */
  readonly refused: number;
};

/** Runs a load in a process of its own. @throws Error if that process ends without a result */
export async function runWebhooks(load: WebhookLoad): Promise<WebhookLoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-load-main.ts')], {
    env: { ...process.env, WEBHOOK_LOAD: JSON.stringify(load) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  pin(child.pid, 'load');
  const result = once(child, 'message').then(([message]) => message as WebhookLoadResult);
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`the load ended with ${code} and without a result`);
  });
  return Promise.race([result, failure]);
}
