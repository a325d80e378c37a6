import { type DatabaseTrouble, troubleOf } from './database-troubles.ts';
import { type Dice, throwDice } from './dice.ts';
import { type Weather, weatherOf } from './weather.ts';

/** How much of what. `speed`: by how much the protocol's times are shrunk. */
export type Scale = {
  readonly seed: number;
  readonly speed: number;
  readonly texts: number;
  readonly kills: number;
  readonly freezes: number;
  /** Restarts of the database. */
  readonly restarts: number;
  /** Orderly restarts of a process, as when a new version is brought out. */
  readonly deploys: number;
  /** Slow commits and locked rows. */
  readonly troubles: number;
};

/** What kind of person a phone belongs to: each has other rights to a reply. */
export type Sort = 'subscriber' | 'leaver' | 'stranger';
export type Person = { readonly phone: string; readonly sort: Sort };
/** `freeze`: it is there and silent, as on a stalled disk. */
export type DatabaseStop = 'fast' | 'immediate' | 'kill' | 'freeze';

/** One thing that happens. `afterMs`: how long into the moment, so that it does not always strike at the same place. */
export type Step =
  | { readonly act: 'text'; readonly person: Person; readonly body: string; readonly word: string | null }
  | { readonly act: 'kill'; readonly process: number; readonly afterMs: number }
  | { readonly act: 'freeze'; readonly process: number; readonly forMs: number }
  | { readonly act: 'database'; readonly how: DatabaseStop }
  | { readonly act: 'trouble'; readonly trouble: DatabaseTrouble }
  | { readonly act: 'deploy'; readonly process: number }
  | { readonly act: 'forgery'; readonly word: string }
  | { readonly act: 'weather'; readonly weather: Weather };

export type Plan = {
  readonly people: readonly Person[];
  readonly steps: readonly Step[];
  /** By how much the carrier's clock is ahead of the database's, at speed 1. */
  readonly clockSkewMs: number;
};

export const processes = 2;
const textsEach = 5;
const weatherEvery = 25;
const skewMaxMs = 8000;
/** In ms at speed 1, from timing.ts: a process that is away for longer has lost its texts, and its sends are settled. */
const leaseAndSettleMs = 20_000 + 60_000;

/** The whole run from its seed: who texts what, and which blow falls between which texts. */
export function planChaos(scale: Scale): Plan {
  const dice = throwDice(scale.seed);
  // Every word that is sent begins with this, and nothing else in the world does.
  const tag = Array.from({ length: 7 }, () => dice.pick('bdfghjkmqvwxz'.split(''))).join('');
  const people = inviteAll(Math.max(6, Math.ceil(scale.texts / textsEach)), dice);
  const texts = textAll(people, { texts: scale.texts, tag, dice });
  const clockSkewMs = Math.round(dice.between(-skewMaxMs, skewMaxMs));
  const mixed = { blows: blows(scale, tag, dice), weather: spells(texts.length, clockSkewMs, dice) };
  return { people, steps: mixIn(texts, mixed, dice), clockSkewMs };
}

function inviteAll(count: number, dice: Dice): Person[] {
  // Chicago has area code 312; its exchanges from 200 to 399 are all in service.
  const first = 2_000_000 + dice.below(500_000);
  return Array.from({ length: count }, (_, index) => ({
    phone: `+1312${first + index * 137}`,
    sort: index % 20 === 3 ? 'leaver' : index % 20 === 5 ? 'stranger' : 'subscriber',
  }));
}

type Texting = { readonly texts: number; readonly tag: string; readonly dice: Dice };

/** Round after round, so that one phone's texts are far apart, or, where the dice say so, close together. */
function textAll(people: readonly Person[], { texts, tag, dice }: Texting): Step[] {
  const steps: Step[] = [];
  const sentBy = new Map<Person, number>();
  while (steps.length < texts) {
    const person = people[steps.length % people.length];
    if (person === undefined) break;
    const burst = dice.chance(0.1) ? 2 : 1;
    for (let one = 0; one < burst && steps.length < texts; one += 1) {
      const nth = sentBy.get(person) ?? 0;
      sentBy.set(person, nth + 1);
      const word = `${tag}${letters(steps.length)}`;
      const isStop = person.sort === 'leaver' && nth === 2;
      steps.push({
        act: 'text',
        person,
        body: isStop ? 'STOP' : dice.pick([`who is ${word}`, `${word} meaning`, `what does ${word} cost`]),
        word: isStop ? null : word,
      });
    }
  }
  return steps;
}

function blows({ speed, ...scale }: Scale, tag: string, dice: Dice): Step[] {
  const long = leaseAndSettleMs / speed;
  const process = (): number => dice.below(processes);
  return [
    // Half of them in the middle of starting up and taking over, half of them in the middle of work.
    ...times(scale.kills, (): Step => {
      const afterMs = dice.between(0, dice.chance(0.5) ? 300 : 3000);
      return { act: 'kill', process: process(), afterMs };
    }),
    // Every fourth freeze outlasts lease and settling: others have taken over and sent when it thaws.
    ...times(scale.freezes, (nth): Step => {
      const forMs = nth % 4 === 0 ? dice.between(1.1, 1.25) * long : dice.between(0.05, 0.6) * long;
      return { act: 'freeze', process: process(), forMs };
    }),
    ...times(scale.restarts, (nth): Step => {
      return { act: 'database', how: (['kill', 'fast', 'immediate'] as const)[nth % 3] ?? 'kill' };
    }),
    ...times(scale.troubles, (nth): Step => ({ act: 'trouble', trouble: troubleOf(nth, dice) })),
    ...times(scale.deploys, (): Step => ({ act: 'deploy', process: process() })),
    ...times(Math.ceil(scale.texts / 50), (nth): Step => ({ act: 'forgery', word: `${tag}forged${letters(nth)}` })),
  ];
}

/** The weather changes every so many texts. */
function spells(texts: number, clockSkewMs: number, dice: Dice): Placed[] {
  return times(Math.ceil(texts / weatherEvery), (nth) => ({
    step: { act: 'weather', weather: weatherOf(dice, clockSkewMs) },
    at: nth * weatherEvery,
  }));
}

type Placed = { readonly step: Step; readonly at: number };

/** Throws the blows among the texts, and puts the weather where it belongs. */
function mixIn(texts: readonly Step[], { blows: thrown, weather }: Mixed, dice: Dice): Step[] {
  const placed = thrown.map((step) => ({ step, at: dice.between(0.01, 0.97) * texts.length }));
  const all: Placed[] = [...texts.map((step, at) => ({ step, at: at + 0.5 })), ...placed, ...weather];
  return all.toSorted((a, b) => a.at - b.at).map(({ step }) => step);
}

type Mixed = { readonly blows: readonly Step[]; readonly weather: readonly Placed[] };

function times<T>(count: number, make: (nth: number) => T): T[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}

/** A number as letters: 0 is `a`, 26 is `ba`. */
export function letters(number: number): string {
  return number.toString(26).replace(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)));
}
