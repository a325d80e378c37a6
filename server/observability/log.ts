import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

import { requestContext } from '#server/observability/request-context.ts';

/**
 * The only fields that a log line may have (docs/reference/security.md#t21). All others are dropped, so
 * that a question, an answer, a code or a token cannot reach the log by mistake. Telephone numbers are
 * masked by `maskNumber` before they come here.
 */
const allowed = new Set([
  'event',
  'request',
  'method',
  'route',
  'status',
  'ms',
  'sid',
  'outbound',
  'state',
  'outcome',
  'purpose',
  'attempt',
  'number',
  'user',
  'session',
  'count',
  'queue',
  'job',
  'provider',
  'kind',
  'code',
  'error',
  'stack',
  'instance',
  'role',
  'address',
  'client',
  'name',
]);

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export type LogSwitch = {
  readonly log: Log;
  /**
   * Auth and abuse events (ASVS 16.3): written even while the admin's logging toggle is off, with the request, route and
   * client behind them.
   */
  readonly securityLog: Log;
  /** Calls back with the name of each event in the security log, for counting. */
  onSecurityEvent(listener: (event: string) => void): void;
  /** The admin's toggle. */
  setLogging(on: boolean): void;
};

/** Lines of one request or text each would cost a write of their own: they are written together, this often. */
const flushEveryMs = 100;
const bufferBytes = 8192;
/** pino's number for `warn`: from here on nothing waits, so that the last words of a process are not lost. */
const urgent = 40;

type Output = DestinationStream & { flush?(): void };

let standardOutput: Output | undefined;

/** Standard output: one for the process, buffered, and flushed at its exit. */
function openStandardOutput(): Output {
  const output = pino.destination({ dest: 1, sync: true, minLength: bufferBytes, periodicFlush: flushEveryMs });
  process.once('exit', () => output.flushSync());
  return output;
}

/** One JSON object a line, to standard output unless told otherwise. */
export function createLog(level: string, destination = (standardOutput ??= openStandardOutput())): LogSwitch {
  const options: LoggerOptions = {
    level,
    base: null,
    hooks: {
      logMethod(args, method, number) {
        method.apply(this, args);
        if (number >= urgent) destination.flush?.();
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: onlyAllowed },
  };
  const log = pino(options, destination);
  const listeners: ((event: string) => void)[] = [];
  const written = pino({ ...options, mixin: () => requestContext() ?? {} }, destination);
  const securityLog = counting(written, (event) => {
    for (const listener of listeners) listener(event);
  });
  return {
    log,
    securityLog,
    onSecurityEvent(listener) {
      listeners.push(listener);
    },
    setLogging(on) {
      log.level = on ? level : 'silent';
    },
  };
}

const levels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

/** A log that reports each event, including those below the written level. */
function counting(log: Log, onEvent: (event: string) => void): Log {
  const counted = levels.map((level) => {
    const write = (fields: object, words: string): void => {
      const { event } = fields as { event?: unknown };
      if (typeof event === 'string') onEvent(event);
      log[level](fields, words);
    };
    return [level, write];
  });
  return Object.fromEntries(counted) as Log;
}

function onlyAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (allowed.has(name) && isPlain(fields[name])) kept[name] = fields[name];
  return kept;
}

function isPlain(value: unknown): boolean {
  const type = typeof value;
  return value === null || type === 'string' || type === 'number' || type === 'boolean';
}

/** `+12125550142` as `+1********42`: enough to tell two texts of one complaint apart. */
export function maskNumber(number: string): string {
  return number.length <= 4 ? '**' : number.slice(0, 2) + '*'.repeat(number.length - 4) + number.slice(-2);
}

/**
 * The loggable fields of an error: its name, its code and where it was thrown. Never its message: parsers, casts and HTTP
 * clients quote their input in it (docs/reference/texting-protocol.md#what-leaks-elsewhere).
 */
export function errorFields(error: unknown): { error: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const cause = error.cause instanceof Error ? ` < ${error.cause.name}` : '';
  return {
    error: error.name + cause,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(frames.length > 0 ? { stack: frames.slice(0, 6).join('\n') } : {}),
  };
}
