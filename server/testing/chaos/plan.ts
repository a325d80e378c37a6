import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import { nextText, type Said } from './conversation.ts';
import { type DatabaseFault, databaseFaultAt } from './database-faults.ts';
import { type ProviderFaults, nextFaults } from './fault-schedule.ts';

/** The size of a run. `speed`: the factor by which the protocol's times are shortened. */
export type Scale = {
  readonly seed: number;
  readonly speed: number;
  readonly texts: number;
  readonly kills: number;
  readonly freezes: number;
  /** Database restarts. */
  readonly restarts: number;
  /** Orderly restarts of a process, as in a deployment. */
  readonly deploys: number;
  /** Slow commits and locked rows. */
  readonly databaseFaults: number;
};

/** The kind of a phone's owner, which decides the replies to expect. */
export type Role = 'subscriber' | 'opted_out' | 'stranger';
export type Person = { readonly phone: string; readonly role: Role };
/** `freeze`: the server runs but does not respond, as on a stalled disk. */
export type DatabaseStop = 'fast' | 'immediate' | 'kill' | 'freeze';

/** One event. `afterMs`: a delay, so that disruptions do not always hit the same place. */
export type Step =
  | { readonly act: 'text'; readonly person: Person; readonly said: Said }
  | { readonly act: 'kill'; readonly process: number; readonly afterMs: number }
  | { readonly act: 'freeze'; readonly process: number; readonly forMs: number }
  | { readonly act: 'database'; readonly how: DatabaseStop }
  | { readonly act: 'databaseFault'; readonly databaseFault: DatabaseFault }
  | { readonly act: 'deploy'; readonly process: number }
  | { readonly act: 'forged_webhook'; readonly word: string }
  | { readonly act: 'faults'; readonly faults: ProviderFaults };

export type Plan = {
  readonly people: readonly Person[];
  readonly steps: readonly Step[];
  /** How far the carrier's clock is ahead of the database's, at speed 1. */
  readonly clockSkewMs: number;
};

export const processes = 2;
const textsEach = 5;
const faultChangeEvery = 25;
const skewMaxMs = 8000;
/** In ms at speed 1, from timing.ts: after this absence a process has lost its leases, and its sends are resolved. */
const leaseAndRecoveryMs = 20_000 + 60_000;

/** Derives the whole run from its seed: the texts, and the disruptions between them. */
export function planChaos(scale: Scale): Plan {
  const random = seededRandom(scale.seed);
  // A unique prefix of every word that is sent.
  const tag = Array.from({ length: 7 }, () => random.pick('bdfghjkmqvwxz'.split(''))).join('');
  const people = createPeople(Math.max(6, Math.ceil(scale.texts / textsEach)), random);
  const texts = planTexts(people, { texts: scale.texts, tag, random });
  const clockSkewMs = Math.round(random.between(-skewMaxMs, skewMaxMs));
  const mixed = {
    disruptions: planDisruptions(scale, tag, random),
    faults: planFaultChanges(texts.length, clockSkewMs, random),
  };
  return { people, steps: interleave(texts, mixed, random), clockSkewMs };
}

/** Fewer strangers than the product sends promos to in an hour (docs/reference/security.md#t13): each expects one. */
const strangersMax = 50;

function createPeople(count: number, random: SeededRandom): Person[] {
  // Chicago has area code 312; its exchanges from 200 to 399 are all in service.
  const first = 2_000_000 + random.below(500_000);
  return Array.from({ length: count }, (_, index) => ({
    phone: `+1312${first + index * 137}`,
    role: roleOf(index),
  }));
}

function roleOf(index: number): Role {
  if (index % 20 === 3) return 'opted_out';
  return index % 20 === 5 && index / 20 < strangersMax ? 'stranger' : 'subscriber';
}

type Texting = { readonly texts: number; readonly tag: string; readonly random: SeededRandom };

/** Round-robin over the phones, so that one phone's texts are far apart; at random, two follow each other. */
function planTexts(people: readonly Person[], { texts, tag, random }: Texting): Step[] {
  const steps: Step[] = [];
  const saidBy = new Map<Person, Said[]>();
  while (steps.length < texts) {
    const person = people[steps.length % people.length];
    if (person === undefined) break;
    const burst = random.chance(0.1) ? 2 : 1;
    for (let one = 0; one < burst && steps.length < texts; one += 1) {
      const before = saidBy.get(person) ?? [];
      const isStop = person.role === 'opted_out' && before.length === 2;
      const said: Said = isStop
        ? { kind: 'stop', body: 'STOP', word: null }
        : nextText(before, `${tag}${letters(steps.length)}`, random);
      saidBy.set(person, [...before, said]);
      steps.push({ act: 'text', person, said });
    }
  }
  return steps;
}

function planDisruptions({ speed, ...scale }: Scale, tag: string, random: SeededRandom): Step[] {
  const long = leaseAndRecoveryMs / speed;
  const process = (): number => random.below(processes);
  return [
    // Half of them during start-up and takeover, half of them during work.
    ...times(scale.kills, (): Step => {
      const afterMs = random.between(0, random.chance(0.5) ? 300 : 3000);
      return { act: 'kill', process: process(), afterMs };
    }),
    // Every fourth freeze outlasts lease and recovery: others have taken over and sent when it resumes.
    ...times(scale.freezes, (nth): Step => {
      const forMs = nth % 4 === 0 ? random.between(1.1, 1.25) * long : random.between(0.05, 0.6) * long;
      return { act: 'freeze', process: process(), forMs };
    }),
    ...times(scale.restarts, (nth): Step => {
      return { act: 'database', how: (['kill', 'fast', 'immediate'] as const)[nth % 3] ?? 'kill' };
    }),
    ...times(scale.databaseFaults, (nth): Step => ({
      act: 'databaseFault',
      databaseFault: databaseFaultAt(nth, random),
    })),
    ...times(scale.deploys, (): Step => ({ act: 'deploy', process: process() })),
    ...times(Math.ceil(scale.texts / 50), (nth): Step => ({
      act: 'forged_webhook',
      word: `${tag}forged${letters(nth)}`,
    })),
  ];
}

/** Changes the providers' faults every `faultChangeEvery` texts. */
function planFaultChanges(texts: number, clockSkewMs: number, random: SeededRandom): Placed[] {
  return times(Math.ceil(texts / faultChangeEvery), (nth) => ({
    step: { act: 'faults', faults: nextFaults(random, clockSkewMs) },
    at: nth * faultChangeEvery,
  }));
}

type Placed = { readonly step: Step; readonly at: number };

/** Places the disruptions at random among the texts, and the fault changes at fixed places. */
function interleave(texts: readonly Step[], { disruptions, faults }: Planned, random: SeededRandom): Step[] {
  const placed = disruptions.map((step) => ({ step, at: random.between(0.01, 0.97) * texts.length }));
  const all: Placed[] = [...texts.map((step, at) => ({ step, at: at + 0.5 })), ...placed, ...faults];
  return all.toSorted((a, b) => a.at - b.at).map(({ step }) => step);
}

type Planned = { readonly disruptions: readonly Step[]; readonly faults: readonly Placed[] };

function times<T>(count: number, make: (nth: number) => T): T[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}

/** A number as letters: 0 is `a`, 26 is `ba`. */
export function letters(number: number): string {
  return number.toString(26).replace(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)));
}
