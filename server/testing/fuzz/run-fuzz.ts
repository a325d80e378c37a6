import { setTimeout as wait } from 'node:timers/promises';

import { type SeededRandom, seededRandom } from '#server/testing/seeded-random.ts';
import { testPassword, type Place, type Visitor, visitor } from '#server/testing/visitor.ts';

import { type Known, readCalls, type Source } from './contract.ts';
import { rawRequests } from './raw.ts';
import { composeRequest, type FuzzRequest, someAddress } from './requests.ts';
import { faultOf, isBusy } from './verifier.ts';
import { composeWebhook } from './webhooks.ts';
import { openWire, type Wire } from './wire.ts';

export type FuzzScale = {
  readonly seed: number;
  readonly requests: number;
  readonly webhooks: number;
  /** Maximum of concurrent requests. */
  readonly atOnce: number;
  /** Number of signed-in accounts. */
  readonly people: number;
  /** Limit of a response time. */
  readonly hangMs: number;
};

export type FuzzTarget = {
  /** Trusts loopback as a proxy. */
  readonly place: Place;
  readonly operatorToken: string;
  /** Called after each thousand. */
  readonly onProgress?: (done: number, faults: number) => Promise<void>;
};

export type FuzzReport = {
  /** Each describes a fault and how to reproduce it; equal ones are grouped, with their count. */
  readonly faults: readonly string[];
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Part of all sent contents: must not be in a log. */
  readonly tag: string;
};

type Person = Known & { readonly browser: Visitor };

/**
 * Sends generated requests and signed webhooks to a running product: valid by the contract's schemas, almost valid and
 * hostile; each depends only on the seed and its number. They come from random addresses and from several accounts, so
 * that rate limits do not hide the code behind them.
 */
export async function runFuzz(scale: FuzzScale, { place, operatorToken, onProgress }: FuzzTarget): Promise<FuzzReport> {
  const { seed, requests, webhooks, atOnce, hangMs } = scale;
  using wire = openWire(place.url, { sockets: atOnce, hangMs });
  const calls = await readCalls(place.url);
  const tag = tagOf(seededRandom(seed));
  const people = await Promise.all(Array.from({ length: scale.people }, () => join(place)));
  const findings = new Findings(tag);
  const total = requests + webhooks;
  let next = 0;
  let done = 0;

  async function one(nth: number): Promise<void> {
    // A separate seed for each, so that each can be reproduced.
    const random = seededRandom(seed + nth * 7919);
    const source: Source = { random, known: people, tag, operatorToken };
    if (random.chance(0.005)) return findings.note(await sendRaw(wire, source));
    const isWebhook = nth % total >= requests;
    const request = isWebhook ? composeWebhook(source, place.url) : composeRequest(calls, source, cookiesOf(people));
    const exchange = await sendWithRetries(wire, request);
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

/** Mixes webhooks and requests: a step that shares no factor with the total visits every number once. */
function shuffled(nth: number, total: number): number {
  const step = [7919, 7907, 7901].find((prime) => total % prime !== 0) ?? 1;
  return (nth * step) % total;
}

/** A unique sequence of letters. */
function tagOf(random: SeededRandom): string {
  return `zq${Array.from({ length: 6 }, () => random.pick('bdfghjkmvwx'.split(''))).join('')}`;
}

async function join(place: Place): Promise<Person> {
  const browser = visitor(place);
  const { email, phoneNumber, userId } = await browser.join();
  return { browser, email, password: testPassword, phone: phoneNumber, userId };
}

function cookiesOf(people: readonly Person[]): { cookies: string[] } {
  return { cookies: people.map(({ browser }) => [...browser.cookies].map((pair) => pair.join('=')).join('; ')) };
}

/** Replaces an account whose session has ended, or that was deleted, by a new one. */
async function renew(people: Person[], place: Place, { headers }: FuzzRequest): Promise<void> {
  const index = cookiesOf(people).cookies.indexOf(headers['cookie'] ?? '');
  if (index < 0) return;
  people[index] = await join(place).catch(() => people[index]!);
}

const pauseMs = 200;
const triesMax = 50;

/** Repeats a request after a 503 with Retry-After or a slow third party, as a client would; a request that always fails is still found. */
async function sendWithRetries(wire: Wire, request: FuzzRequest) {
  let exchange = await wire.send(request);
  for (let tries = 1; tries < triesMax && isBusy(exchange); tries += 1) {
    await wait(pauseMs);
    exchange = await wire.send(request);
  }
  return exchange;
}

async function sendRaw(wire: Wire, { random, tag }: Source): Promise<string | null> {
  const [name, bytes] = random.pick(Object.entries(rawRequests(tag, someAddress(random))));
  const { text, fault } = await wire.sendRaw(Buffer.from(bytes, 'latin1'));
  if (fault !== null) return `${name}: no end`;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  if (status >= 500) return `${name}: answered ${status}`;
  if (status >= 400 && text.toLowerCase().includes(tag)) return `${name}: the ${status} repeats what was sent`;
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  // Node itself refuses a request without a host, with an empty chunked body.
  const isEmpty = /^(0\r\n\r\n)?$/.test(body);
  return status >= 400 && !isEmpty && !body.includes('"code":"')
    ? `${name}: the ${status} is not in the contract's form`
    : null;
}

/** Maximum of examples per kind of fault. */
const examplesMax = 3;

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
    if (known.examples.length < examplesMax) known.examples.push(example);
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
