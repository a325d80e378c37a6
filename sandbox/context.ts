import type { FastifyPluginAsync } from 'fastify';

import type { EventHub } from './event-hub.ts';
import type { Faults } from './faults.ts';
import type { Tasks } from './tasks.ts';

/** Environment variables by name, like `process.env`; each vendor parses the ones it needs. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Whether accounts start as a set-up leaves them; `SANDBOX_SETUP=empty` starts as a new customer does. */
export function isSetUp(env: Env): boolean {
  return env['SANDBOX_SETUP'] !== 'empty';
}

/** What all emulators share. */
export type SandboxContext = {
  readonly env: Env;
  /** The sandbox's own clock. A vendor with movable clocks (Stripe) adds them on top. */
  readonly clock: { now(): Date };
  /** A random number from 0 (inclusive) to 1 (exclusive), for faults with a probability. */
  readonly random: () => number;
  readonly faults: Faults;
  readonly events: EventHub;
  readonly tasks: Tasks;
  /** The folder for state that outlives the process (created at start); null keeps everything in memory. */
  readonly stateDir: string | null;
  /** Base addresses, without a trailing slash. `product` may change at run time: tests start the product second. */
  readonly addresses: {
    /** The sandbox's address, known once it listens. */
    http: string;
    /** `smtp://host:port` of the mailbox; null where mail is not served. */
    smtp: string | null;
    /** The product's public base address, which receives webhooks. */
    product: string;
  };
};

/**
 * One third party: creates the Fastify plugin with its routes. Fastify encapsulates the plugin's parsers, hooks and
 * error handlers, so each vendor has its own wire style.
 */
export type Vendor = (context: SandboxContext) => FastifyPluginAsync;
