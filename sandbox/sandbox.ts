import { mkdir } from 'node:fs/promises';

import fastify, { type FastifyInstance } from 'fastify';

import { cognito } from './cognito/cognito.ts';
import type { Env, SandboxContext, Vendor } from './context.ts';
import { control } from './control.ts';
import { createEventHub } from './event-hub.ts';
import { createFaults } from './faults.ts';
import { mail } from './mail/mail.ts';
import { openai } from './openai/openai.ts';
import { assets } from './pages/assets.ts';
import { pages } from './pages/pages.ts';
import { perplexity } from './perplexity/perplexity.ts';
import { stripe } from './stripe/stripe.ts';
import { createTasks } from './tasks.ts';
import { twilio } from './twilio/twilio.ts';
import { weather } from './weather/weather.ts';

export type SandboxOptions = {
  /** TCP port on loopback; 0 takes a free one. */
  readonly port: number;
  /** The product's public base address; may be set later through `context.addresses.product`. */
  readonly productUrl?: string;
  /** Folder for state that outlives the process. Unset: memory only. */
  readonly stateDir?: string;
  /** Vendors' credentials and numbers by the product's setting names. Unset names have sandbox defaults. */
  readonly env?: Env;
  readonly now?: () => Date;
  readonly random?: () => number;
};

export type Sandbox = AsyncDisposable & {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly context: SandboxContext;
  close(): Promise<void>;
};

/** All vendors, in the order in which their routes are added. */
const vendors: readonly Vendor[] = [control, assets, pages, twilio, perplexity, openai, weather, stripe, mail, cognito];

/** Idle timeout of connections, ms: longer than any client's, so that the client closes first. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Starts all emulators on loopback, on one HTTP port.
 * @throws when the port is taken or a setting is invalid
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const random = options.random ?? Math.random;
  const context: SandboxContext = {
    env: options.env ?? {},
    clock: { now: options.now ?? (() => new Date()) },
    random,
    faults: createFaults(random),
    events: createEventHub(),
    tasks: createTasks(),
    stateDir: options.stateDir ?? null,
    addresses: { http: '', smtp: null, product: options.productUrl ?? 'http://127.0.0.1:3000' },
  };
  if (context.stateDir !== null) await mkdir(context.stateDir, { recursive: true });

  const app: FastifyInstance = fastify({ forceCloseConnections: true, keepAliveTimeout: KEEP_ALIVE_MS });
  for (const vendor of vendors) await app.register(vendor(context));
  context.addresses.http = await app.listen({ host: '127.0.0.1', port: options.port });

  let closing: Promise<unknown> | undefined;
  async function close(): Promise<void> {
    closing ??= Promise.all([context.tasks.close(), app.close()]);
    await closing;
  }
  return { url: context.addresses.http, context, close, [Symbol.asyncDispose]: close };
}
