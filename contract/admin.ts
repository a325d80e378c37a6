import * as z from 'zod/mini';

import { PaymentEventView } from './payments.ts';
import { digitsOf } from './us-phone-input.ts';
import { CODE_DIGITS } from './verification-code.ts';

const whole = z.number().check(z.int(), z.nonnegative());
const whenOrNull = z.nullable(z.iso.datetime());

/**
 * `GET /api/admin/auth-check?token=` and `GET /api/admin/monitoring?token=`: the admin password or the admin token. The
 * server accepts the same value as a bearer token; every other admin call accepts only the bearer token.
 */
export const AdminTokenQuery = z.object({ token: z.optional(z.string().check(z.maxLength(500))) });

export const AuthCheckReply = z.object({
  authorized: z.boolean(),
  /** When authorized: replaces the password or token in every admin call for 12 hours. */
  session: z.optional(z.string()),
});
export type AuthCheckReply = z.infer<typeof AuthCheckReply>;

/** Prefix of a named operator's session token. */
export const OPERATOR_SESSION_PREFIX = 'opr.';
/** An operator without activity for this long is signed out. */
export const OPERATOR_IDLE_MINUTES = 30;

/** Lowercase, as shown in the audit log: `ann`, `b.lee`. */
export const operatorName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, 'Please enter 2 to 40 letters, digits, dots, dashes or underscores.'),
  );

/** `POST /api/admin/sign-in`: a named operator signs in with a code from the authenticator app. */
export const OperatorSignInBody = z.strictObject({
  name: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, 'Name is required'), z.maxLength(100)),
  password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(500)),
  /** Six digits; apps show them as "123 456". */
  code: z.string().check(z.overwrite(digitsOf), z.length(CODE_DIGITS, 'Please enter the six digits of the code')),
});
export type OperatorSignInBody = z.infer<typeof OperatorSignInBody>;

/** The session replaces the password in every admin call for 12 hours, or until it has been idle for too long. */
export const OperatorSignInReply = z.object({ session: z.string() });

/** Status of the server process that answered. */
const SystemView = z.object({
  environment: z.string(),
  nodeVersion: z.string(),
  /** Seconds since this process started. */
  uptime: z.number(),
  /** When this reply was begun. */
  timestamp: z.iso.datetime(),
  deployment: z.object({
    branch: z.nullable(z.string()),
    commitSha: z.nullable(z.string()),
    deployTime: z.nullable(z.string()),
  }),
  /** What this process works on, and how much of it there may be: back-pressure shows here first. */
  inFlight: z.object({
    texts: whole,
    textsMax: whole,
    modelCalls: whole,
    /** Learned from the model's refusals. */
    modelCallsMax: whole,
    modelCallsWaiting: whole,
    carrierCalls: whole,
    carrierCallsWaiting: whole,
  }),
  /** Bytes. */
  memoryUsage: z.object({ rss: whole, heapTotal: whole, heapUsed: whole, external: whole, arrayBuffers: whole }),
});

/** Writes that wait since a database outage. The counts of each map add up to `queueSize`. */
export const DbFallbackView = z.object({
  enabled: z.boolean(),
  queueSize: whole,
  oldestOperation: whenOrNull,
  newestOperation: whenOrNull,
  operationsByType: z.record(z.string(), whole),
  operationsByTable: z.record(z.string(), whole),
  /** Writes that the database kept refusing: they wait no longer, and a person has to look at them. Not from 1.0.0. */
  deadLetters: z.optional(whole),
});
export type DbFallbackView = z.infer<typeof DbFallbackView>;

/** All-time totals. A query is a texted question from an eligible sender; demo searches are excluded. */
const SearchStatsView = z.object({
  totalUsers: whole,
  totalQueries: whole,
  /** Answers accepted by the carrier. */
  successfulQueries: whole,
  /** Apologies and failures. */
  failedQueries: whole,
  activeSubscriptions: whole,
  /** Active subscriptions by plan id; `starter` if the plan is unknown. */
  subscriptionsByPlan: z.record(z.string(), whole),
  /** Numbers that ever texted without an account, also those that subscribed since. */
  unsubscribedSenders: whole,
  /** How many of them got the promo. */
  promoSent: whole,
  /**
   * When the process that answered read these figures, those of the migration and the payments: before
   * `system.timestamp` if it could not read them now, and null if it has read none yet. They then mean nothing.
   */
  lastUpdated: whenOrNull,
});
export type SearchStatsView = z.infer<typeof SearchStatsView>;

/**
 * `pre`: database passwords only; `during`: both work, and accounts are migrated; `post`: external identity service
 * only.
 */
const migrationStages = ['pre', 'during', 'post'] as const;
export type MigrationStage = (typeof migrationStages)[number];

const UserMigrationView = z.object({
  stage: z.enum(migrationStages),
  totalUsers: whole,
  migratedUsers: whole,
  pendingUsers: whole,
  /** Percent, with one decimal; 100 when there are no users to migrate. */
  migrationProgress: z.number(),
  failedMigrations: whole,
  groupsCreated: z.boolean(),
  groupsCount: whole,
  /** User id. */
  lastMigratedUser: z.nullable(z.string()),
  lastMigrationTime: whenOrNull,
});
export type UserMigrationView = z.infer<typeof UserMigrationView>;

/** `GET /api/admin/monitoring` (docs/reference/specification.md#entities). */
export const MonitoringReply = z.object({
  system: SystemView,
  dbFallback: DbFallbackView,
  searchStats: SearchStatsView,
  userMigration: UserMigrationView,
  /** Newest first, at most 100. */
  paymentEvents: z.array(PaymentEventView),
});
export type MonitoringReply = z.infer<typeof MonitoringReply>;

/**
 * `logging`: the request log (security events are always logged). `performance`: timings of requests and third-party
 * calls. `dbFallback`: whether new operations are journaled while the database is unavailable.
 */
export const adminFeatures = ['logging', 'performance', 'dbFallback'] as const;
export type AdminFeature = (typeof adminFeatures)[number];

/** `POST /api/admin/monitoring/toggle`. */
export const ToggleBody = z.strictObject({ feature: z.enum(adminFeatures), enabled: z.boolean() });
export const ToggleReply = z.object({
  status: z.literal('success'),
  feature: z.enum(adminFeatures),
  enabled: z.boolean(),
});
export type ToggleReply = z.infer<typeof ToggleReply>;

/** `GET /api/admin/features`: the state of each toggle. */
export const FeaturesReply = z.object({ logging: z.boolean(), performance: z.boolean(), dbFallback: z.boolean() });
export type FeaturesReply = z.infer<typeof FeaturesReply>;

/** `POST /api/admin/db-fallback/sync`: the number of operations written and of those still waiting. */
export const SyncReply = z.object({
  status: z.literal('success'),
  synced: whole,
  remaining: whole,
  message: z.string(),
});
export type SyncReply = z.infer<typeof SyncReply>;

/** `POST /api/admin/cognito/migrate-users`: batches of 1 or 10. */
export const MigrateUsersBody = z.strictObject({ limit: z.union([z.literal(1), z.literal(10)]) });
export const MigrateUsersReply = z.object({
  status: z.literal('success'),
  migrated: whole,
  failed: whole,
  message: z.string(),
});
export type MigrateUsersReply = z.infer<typeof MigrateUsersReply>;

/** `POST /api/admin/cognito/setup-groups`. */
export const SetupGroupsReply = z.object({ message: z.string() });
export type SetupGroupsReply = z.infer<typeof SetupGroupsReply>;
