import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { pin } from './machine.ts';

/** Settings of the process. */
export type InstantParties = {
  /** The full address of the product's webhook of texts. */
  readonly webhookUrl: string;
};

/** One text from each of the phones `phoneAt(first)` and the following ones, `everyMs`. */
export type Texts = { readonly first: number; readonly count: number; readonly everyMs: number };

/** A carrier and a model that reply immediately. */
export type InstantPartiesProcess = AsyncDisposable & {
  /** Make the product use them instead of the sandbox's. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * @returns for each text, the ms from its webhook on the wire to the arrival of the request that creates its answer
   */
  send(texts: Texts): Promise<number[]>;
};

/** Starts a carrier and a model that reply immediately, as a process of their own (instant-parties-main.ts). */
export async function startInstantParties(parties: InstantParties): Promise<InstantPartiesProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'instant-parties-main.ts')], {
    env: { ...process.env, INSTANT_PARTIES: JSON.stringify(parties) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  pin(child.pid, 'load');
  const exited = once(child, 'exit');
  const next = async (): Promise<unknown> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`the carrier and the model ended with ${code}`);
      }),
    ])) as [unknown];
    return message;
  };
  const url = `http://127.0.0.1:${String(await next())}`;
  return {
    settings: { TWILIO_API_BASE_URL: url, PERPLEXITY_BASE_URL: url },
    async send(texts) {
      const times = next();
      child.send(texts);
      return (await times) as number[];
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
