import { type SignalCode, signalCodes, signals } from './signals.ts';

type Lines = readonly { readonly code: SignalCode; readonly fields: readonly (readonly [string, string])[] }[];

const lines: Lines = signalCodes.flatMap((code) => {
  const { rule } = signals[code];
  return rule.kind === 'event' ? rule.lines.map((fields) => ({ code, fields: Object.entries(fields) })) : [];
});
const eventOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.find(([name]) => name === 'event')?.[1] ?? '';
const byEvent = Map.groupBy(lines, ({ fields }) => eventOf(fields));
/** Those of any event: lines about a failure of a third party (`errorFields`). */
const ofAnyEvent = byEvent.get('') ?? [];
const none: SignalCode[] = [];

/** The signals that a log line is an event of; mostly none. */
export function signalsOfLine(line: Readonly<Record<string, unknown>>): SignalCode[] {
  const { event, failure } = line;
  const ofEvent = typeof event === 'string' && event !== '' ? (byEvent.get(event) ?? []) : [];
  const mayBe = failure === undefined ? ofEvent : [...ofEvent, ...ofAnyEvent];
  if (mayBe.length === 0) return none;
  const found = mayBe.filter(({ fields }) => fields.every(([name, value]) => line[name] === value));
  return [...new Set(found.map(({ code }) => code))];
}
