import type { Pool } from 'pg';

import { AdminAccess } from './admin/access.flow.ts';
import { followFeatures } from './admin/features.flow.ts';
import { Operators, type Passwords } from './admin/operators/sign-in.flow.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import { Listener } from './db/listen.ts';
import { Features } from './platform/features.ts';
import { errorFields, type LogSwitch } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import { createSealer, type Sealer } from './platform/seal.ts';
import { Tally } from './platform/tally.ts';
import { isSlowHashOf, slowHash } from './providers/identity/slow-hash.ts';

/** What the operator sees by, and acts through. */
export type OperatorDeps = {
  /** The admin's toggles, as they stand. */
  readonly features: Features;
  /** Hears what changed in other processes, from the product's start to its stop. */
  readonly listener: Listener;
  readonly metrics: Metrics;
  /** Counters that are written once a second. */
  readonly tally: Tally;
  /** Who may see the admin area. */
  readonly access: AdminAccess;
};

type World = {
  readonly config: Config;
  readonly db: Db;
  readonly pool: Pool;
  readonly rateLimits: RateLimits;
  readonly logSwitch: LogSwitch;
};

/** How the passwords of operators rest. */
export const operatorPasswords: Passwords = { hash: slowHash, isHashOf: isSlowHashOf };

/** Seals what authenticator apps share with us. A changed `SESSION_SECRET` means a reset for each operator. */
export function operatorSealer({ session }: Config['secrets']): Sealer {
  return createSealer(session, 'operators');
}

/** Opens the operator's side; `listener.start` and `listener.stop` are the product's. */
export function openOperator({ config, db, pool, rateLimits, logSwitch }: World): OperatorDeps {
  const { log, securityLog } = logSwitch;
  const features = new Features();
  features.watch((feature, isOn) => {
    if (feature === 'logging') logSwitch.setLogging(isOn);
  });
  const listener = new Listener({
    url: config.database.url,
    onError: (error) => log.warn({ event: 'listening_broke', ...errorFields(error) }, 'listening will begin again'),
  });
  followFeatures({ db, features, listener, log });
  const tally = new Tally(pool);
  const { limits } = config.operator;
  const sealer = operatorSealer(config.secrets);
  const operators = new Operators({ db, sealer, passwords: operatorPasswords, rateLimits, securityLog });
  return {
    features,
    listener,
    metrics: createMetrics(() => features.isOn('performance')),
    tally,
    access: new AdminAccess({ secrets: config.secrets, operators, limits, rateLimits, tally, securityLog }),
  };
}
