import { setTimeout as wait } from 'node:timers/promises';

import { type Dice, throwDice } from '#server/testing/chaos/dice.ts';
import { PASSWORD, type Place, type Visitor, visitor } from '#server/testing/visitor.ts';

import { type Known, readCalls, type Source } from './contract.ts';
import { faultOf, isBusy } from './judge.ts';
import { rawRequests } from './raw.ts';
import { composeRequest, type FuzzRequest, someAddress } from './requests.ts';
import { composeWebhook } from './webhooks.ts';
import { openWire, type Wire } from './wire.ts';

export type FuzzScale = {
  readonly seed: number;
  readonly requests: number;
  readonly webhooks: number;
  /** How many are under way at once. */
  readonly atOnce: number;
  /** How many people are signed in meanwhile. */
  readonly people: number;
  /** Longer than this no answer may take. */
  readonly hangMs: number;
};

export type FuzzScene = {
  /** Trusts loopback as a proxy. */
  readonly place: Place;
  readonly operatorToken: string;
  /** Told after each thousand. */
  readonly onProgress?: (done: number, faults: number) => Promise<void>;
};

export type FuzzReport = {
  /** Each says what is wrong and how to get it again; those alike are told once, with their number. */
  readonly faults: readonly string[];
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Marks all that was sent: must not be found in a log. */
  readonly tag: string;
};

type Person = Known & { readonly browser: Visitor };

/**
 * Sends generated requests and signed webhooks to a running product: as the contract's schemas want them, nearly so, and
 * as no one should send them; each is made from the seed and its own number alone. No rate limit hides what lies behind
 * it: they come from addresses all over the world and from several people.
 */
export async function runFuzz(scale: FuzzScale, { place, operatorToken, onProgress }: FuzzScene): Promise<FuzzReport> {
  const { seed, requests, webhooks, atOnce, hangMs } = scale;
  using wire = openWire(place.url, { sockets: atOnce, hangMs });
  const calls = await readCalls(place.url);
  const tag = tagOf(throwDice(seed));
  const people = await Promise.all(Array.from({ length: scale.people }, () => join(place)));
  const findings = new Findings(tag);
  const total = requests + webhooks;
  let next = 0;
  let done = 0;

  async function one(nth: number): Promise<void> {
    // A knob of its own for each, so that any of them can be had again.
    const dice = throwDice(seed + nth * 7919);
    const source: Source = { dice, known: people, tag, operatorToken };
    if (dice.chance(0.005)) return findings.note(await sendRaw(wire, source));
    const isWebhook = nth % total >= requests;
    const request = isWebhook ? composeWebhook(source, place.url) : composeRequest(calls, source, cookiesOf(people));
    const exchange = await sendPatiently(wire, request);
    findings.take(nth, request, exchange);
    if ('status' in exchange && exchange.status === 401) await renew(people, place, request);
  }
  async function work(): Promise<void> {
    while (next < total) {
      const nth = next;
      next += 1;
      await one(shuffled(nth, total));
      done += 1;
      if (done % 1000 === 0) await onProgress?.(done, findings.count);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, () => work()));
  return { ...findings.report(), tag };
}

/** Webhooks come between requests, not after them: a step that shares no factor with the total visits every number once. */
function shuffled(nth: number, total: number): number {
  const step = [7919, 7907, 7901].find((prime) => total % prime !== 0) ?? 1;
  return (nth * step) % total;
}

/** Letters that stand in no word. */
function tagOf(dice: Dice): string {
  return `zq${Array.from({ length: 6 }, () => dice.pick('bdfghjkmvwx'.split(''))).join('')}`;
}

async function join(place: Place): Promise<Person> {
  const browser = visitor(place);
  const { email, phoneNumber, userId } = await browser.join();
  return { browser, email, password: PASSWORD, phone: phoneNumber, userId };
}

function cookiesOf(people: readonly Person[]): { cookies: string[] } {
  return { cookies: people.map(({ browser }) => [...browser.cookies].map((pair) => pair.join('=')).join('; ')) };
}

/** Someone's session has ended, or the account is gone: another person comes in the place of that one. */
async function renew(people: Person[], place: Place, { headers }: FuzzRequest): Promise<void> {
  const index = cookiesOf(people).cookies.indexOf(headers['cookie'] ?? '');
  if (index < 0) return;
  people[index] = await join(place).catch(() => people[index]!);
}

const pauseMs = 200;
const triesMax = 50;

/** A 503 with a time, and a third party that was too slow, is tried again, as a client would: what provokes one each time is found all the same. */
async function sendPatiently(wire: Wire, request: FuzzRequest) {
  let exchange = await wire.send(request);
  for (let tries = 1; tries < triesMax && isBusy(exchange); tries += 1) {
    await wait(pauseMs);
    exchange = await wire.send(request);
  }
  return exchange;
}

async function sendRaw(wire: Wire, { dice, tag }: Source): Promise<string | null> {
  const [name, bytes] = dice.pick(Object.entries(rawRequests(tag, someAddress(dice))));
  const { text, fault } = await wire.sendRaw(Buffer.from(bytes, 'latin1'));
  if (fault !== null) return `${name}: no end`;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  if (status >= 500) return `${name}: answered ${status}`;
  if (status >= 400 && text.toLowerCase().includes(tag)) return `${name}: the ${status} repeats what was sent`;
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  // What has no host is refused by Node itself, with an empty body in chunks.
  const isEmpty = /^(0\r\n\r\n)?$/.test(body);
  return status >= 400 && !isEmpty && !body.includes('"code":"')
    ? `${name}: the ${status} is not in the contract's form`
    : null;
}

/** How many faults of one kind are told of. */
const toldMax = 3;

class Findings {
  readonly #tag: string;
  readonly #faults = new Map<string, { count: number; examples: string[] }>();
  readonly #statuses: Record<string, number> = {};
  #slowestMs = 0;
  count = 0;

  constructor(tag: string) {
    this.#tag = tag;
  }

  take(nth: number, request: FuzzRequest, exchange: Awaited<ReturnType<Wire['send']>>): void {
    const status = 'status' in exchange ? String(exchange.status) : exchange.fault;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#slowestMs = Math.max(this.#slowestMs, exchange.ms);
    const fault = faultOf(request, exchange, this.#tag);
    if (fault === null) return;
    const place = request.path.split('?')[0]?.slice(0, 40).replaceAll(this.#tag, '...') ?? '';
    this.#add(`${request.method} ${place}: ${fault}`, `  number ${nth}: ${shownRequest(request)}`);
  }

  /** @param fault null when there is none */
  note(fault: string | null): void {
    if (fault !== null) this.#add(fault, '');
  }

  #add(kind: string, example: string): void {
    this.count += 1;
    const known = this.#faults.get(kind) ?? { count: 0, examples: [] };
    this.#faults.set(kind, known);
    known.count += 1;
    if (known.examples.length < toldMax) known.examples.push(example);
  }

  report(): Omit<FuzzReport, 'tag'> {
    const faults = [...this.#faults].map(
      ([kind, { count, examples }]) => `${count} times ${kind}\n${examples.join('\n')}`,
    );
    return { faults, statuses: this.#statuses, slowestMs: this.#slowestMs };
  }
}

function shownRequest({ method, path, headers, body }: FuzzRequest): string {
  const bytes = body?.toString('latin1').slice(0, 300);
  const shown = Object.entries(headers).map(([name, value]) => [name, value.slice(0, 80)]);
  return JSON.stringify({
    method,
    path: path.slice(0, 200),
    headers: Object.fromEntries(shown),
    bytes,
    length: body?.length,
  });
}
