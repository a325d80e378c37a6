import type { FastifyPluginAsync } from 'fastify';

import type { EventHub } from './event-hub.ts';
import type { Faults } from './faults.ts';
import type { Tasks } from './tasks.ts';

/** Environment variables by name, as `process.env` has them: each vendor's folder parses the ones it needs. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What every stand-in gets: the few things that all third parties share here. */
export type SandboxContext = {
  readonly env: Env;
  /** The sandbox's own clock. A vendor with a clock that moves (Stripe) adds its own on top of it. */
  readonly clock: { now(): Date };
  /** A number from 0 up to 1, for faults that strike by chance. */
  readonly random: () => number;
  readonly faults: Faults;
  readonly events: EventHub;
  readonly tasks: Tasks;
  /** A folder for what must outlive the process (created at start); null: nothing does. */
  readonly stateDir: string | null;
  /**
   * Messages to people that come from outside the product, from one stand-in to another: the phones and the mailbox set
   * themselves here. Unset, a message goes nowhere.
   */
  readonly outside: {
    text: (text: { readonly from: string; readonly to: string; readonly body: string }) => void;
    mail: (mail: {
      readonly from: string;
      readonly to: string;
      readonly subject: string;
      readonly text: string;
    }) => void;
  };
  /** Where things are, without a trailing slash. `product` may change while running (tests start it second). */
  readonly addresses: {
    /** This sandbox's own address, known once it listens. */
    http: string;
    /** `smtp://host:port` of the mailbox; null where mail is not served. */
    smtp: string | null;
    /** The product's public base address: webhooks go there. */
    product: string;
  };
};

/**
 * One third party: makes the Fastify plugin that holds its routes. Parsers, hooks and error handlers that the
 * plugin sets stay its own (Fastify's encapsulation), so each vendor speaks its own wire style.
 */
export type Vendor = (context: SandboxContext) => FastifyPluginAsync;
