import { type SignalCode, signalCodes, signals } from './signals.ts';

/** An event of a signal. */
export type SignalEvent = {
  readonly code: SignalCode;
  /** What it is counted by, such as the job that failed; empty for a rule that counts all its lines together. */
  readonly subject: string;
};

type Lines = readonly { readonly found: SignalEvent; readonly fields: readonly (readonly [string, string])[] }[];

const lines: Lines = signalCodes.flatMap((code) => {
  const { rule } = signals[code];
  if (rule.kind !== 'event') return [];
  const { countedBy } = rule;
  return rule.lines.map((fields) => {
    const subject = countedBy === undefined ? '' : (fields[countedBy] ?? '');
    return { found: { code, subject }, fields: Object.entries(fields) };
  });
});
const eventOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.find(([name]) => name === 'event')?.[1] ?? '';
const byEvent = Map.groupBy(lines, ({ fields }) => eventOf(fields));
/** Those of any event: lines about a failure of a third party (`errorFields`). */
const ofAnyEvent = byEvent.get('') ?? [];
const none: SignalEvent[] = [];

/** Whether a signal counts its events by subject. */
export function isCountedBySubject(code: SignalCode): boolean {
  const { rule } = signals[code];
  return rule.kind === 'event' && rule.countedBy !== undefined;
}

/** The subjects of a signal that counts its events by them. */
export function subjectsOf(code: SignalCode): string[] {
  const ofCode = lines.filter(({ found }) => found.code === code);
  return [...new Set(ofCode.map(({ found }) => found.subject))];
}

/** What a log line is an event of, once for each signal; mostly nothing. */
export function signalsOfLine(line: Readonly<Record<string, unknown>>): SignalEvent[] {
  const { event, failure } = line;
  const ofEvent = typeof event === 'string' && event !== '' ? (byEvent.get(event) ?? []) : [];
  const mayBe = failure === undefined ? ofEvent : [...ofEvent, ...ofAnyEvent];
  if (mayBe.length === 0) return none;
  const matching = mayBe.filter(({ fields }) => fields.every(([name, value]) => line[name] === value));
  return [...new Map(matching.map(({ found }) => [found.code, found])).values()];
}
