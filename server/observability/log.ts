import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

import { requestContext } from '#server/observability/request-context.ts';

import { type SignalEvent, signalsOfLine } from './signals/signal-lines.ts';

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
  'failure',
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
  /** While the admin's logging toggle is off it writes only the events of signals, which need a person. */
  readonly log: Log;
  /**
   * Auth and abuse events (ASVS 16.3): written even while the admin's logging toggle is off, with the request, route
   * and client behind them.
   */
  readonly securityLog: Log;
  /** Calls back with the name of each event in the security log, for counting. */
  onSecurityEvent(listener: (event: string) => void): void;
  /** Calls back for each event of a signal in either log, whether or not it is written. */
  onSignal(listener: (event: SignalEvent) => void): void;
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
  // Signals and security events are written at LOG_LEVEL `warn` and `error` too. Only `silent`, which production
  // refuses, silences them.
  const told = ['error', 'warn'].includes(level) ? 'info' : level;
  const ordinary = pino(options, destination);
  const signaling = pino({ ...options, level: told }, destination);
  const security = pino({ ...options, level: told, mixin: factsOfRequest }, destination);
  const onSecurityEvent = listeners<string>();
  const onSignal = listeners<SignalEvent>();
  const securityLog = routed((fields) => {
    if (typeof fields['event'] === 'string') onSecurityEvent.tell(fields['event']);
    for (const found of signalsOfLine(fields)) onSignal.tell(found);
    return security;
  });
  const log = routed((fields) => {
    const found = signalsOfLine(fields);
    for (const event of found) onSignal.tell(event);
    return found.length > 0 ? signaling : ordinary;
  });
  return {
    log,
    securityLog,
    onSecurityEvent: onSecurityEvent.add,
    onSignal: onSignal.add,
    setLogging(on) {
      ordinary.level = on ? level : 'silent';
    },
  };
}

/** A copy: pino adds the fields of the line to what it gets. */
function factsOfRequest(): object {
  const context = requestContext();
  return context === undefined ? {} : { request: context.request, route: context.route, client: context.client };
}

/** Early values wait for the first listener: the journal is opened before the alerts, and may be found damaged. */
const earlyMax = 100;

function listeners<T>() {
  const all: ((value: T) => void)[] = [];
  const early: T[] = [];
  return {
    add: (listener: (value: T) => void): void => {
      all.push(listener);
      for (const value of early.splice(0)) listener(value);
    },
    tell(value: T): void {
      if (all.length === 0 && early.length < earlyMax) early.push(value);
      for (const listener of all) listener(value);
    },
  };
}

const levels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

/** A log that shows each line to `choose`, including those below the written level, and writes it to the chosen log. */
function routed(choose: (fields: Readonly<Record<string, unknown>>) => Log): Log {
  const routes = levels.map((level) => {
    const write = (fields: Record<string, unknown>, sentence: string): void => choose(fields)[level](fields, sentence);
    return [level, write];
  });
  return Object.fromEntries(routes) as Log;
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

type ErrorFields = {
  readonly error: string;
  readonly code?: string;
  readonly provider?: string;
  readonly failure?: string;
  readonly stack?: string;
};

/**
 * The loggable fields of an error: its name, its code and where it was thrown; of a ProviderError also who failed and
 * how (providers/ports/provider-error.ts). Never its message: parsers, casts and HTTP clients quote their input in it
 * (docs/reference/texting-protocol.md#what-leaks-elsewhere).
 */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, provider, kind } = error as { code?: unknown; provider?: unknown; kind?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const cause = error.cause instanceof Error ? ` < ${error.cause.name}` : '';
  return {
    error: error.name + cause,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(typeof provider === 'string' && typeof kind === 'string' ? { provider, failure: kind } : {}),
    ...(frames.length > 0 ? { stack: frames.slice(0, 6).join('\n') } : {}),
  };
}
