import { createHmac } from 'node:crypto';

import { mayBeUsPhone } from '#server/platform/us-phone-number.ts';

/** This many equal texts of one pair within the window are a loop (security.md, T13). */
const EQUAL_TEXTS_MAX = 3;
const WINDOW_MS = 60_000;
const MUTE_MS = 10 * 60_000;
/** Beyond this many pairs the one unheard of for longest is forgotten: at most some megabytes. */
const PAIRS_MAX = 20_000;
/** Texts remembered of one pair: a machine that varies its words must not make us remember without end. */
const TEXTS_PER_PAIR_MAX = 20;

type Seen = { readonly sid: string; readonly hash: string; readonly atMs: number };
type Pair = { mutedUntilMs: number; readonly seen: Seen[] };

/**
 * Breaks a loop with another machine: the third equal text within 60 seconds mutes the pair for 10 minutes, and while
 * it is muted nothing is to be sent to it. It holds salted hashes of words in memory only, and a bounded number of
 * them. Ask it after the keywords have been obeyed: STOP is never to be lost to a mute.
 */
export class LoopGuard {
  readonly #salt: Uint8Array;
  readonly #pairsMax: number;
  readonly #pairs = new Map<string, Pair>();

  /**
   * @param salt random bytes of this process, so that the hashes say nothing to anybody else
   * @param pairsMax how many pairs are remembered
   */
  constructor(salt: Uint8Array, pairsMax = PAIRS_MAX) {
    this.#salt = salt;
    this.#pairsMax = pairsMax;
  }

  /**
   * Takes note of a text and says whether it may be answered. One that is asked about again, because it could not be
   * taken in the first time, counts once: the carrier repeats its webhook, and that must not look like a loop.
   * @param text its id, its sender and receiver in E.164, its words
   * @param nowMs milliseconds of one steady clock
   */
  admits(
    text: { readonly sid: string; readonly from: string; readonly to: string; readonly body: string },
    nowMs: number,
  ): boolean {
    const key = `${text.from} ${text.to}`;
    const pair = this.#pairs.get(key) ?? { mutedUntilMs: 0, seen: [] };
    // Re-inserting moves the pair to the young end of the map, which keeps insertion order.
    this.#pairs.delete(key);
    this.#pairs.set(key, pair);
    this.#forgetOldest();
    if (nowMs < pair.mutedUntilMs) return false;

    const hash = this.#hash(text.body);
    const recent = pair.seen.filter(({ atMs }) => nowMs - atMs < WINDOW_MS).slice(1 - TEXTS_PER_PAIR_MAX);
    if (recent.some(({ sid }) => sid === text.sid)) return true;
    recent.push({ sid: text.sid, hash, atMs: nowMs });
    const isLoop = recent.filter((one) => one.hash === hash).length >= EQUAL_TEXTS_MAX;
    pair.mutedUntilMs = isLoop ? nowMs + MUTE_MS : 0;
    pair.seen.splice(0, pair.seen.length, ...(isLoop ? [] : recent));
    return !isLoop;
  }

  /** How many pairs are remembered now. */
  get size(): number {
    return this.#pairs.size;
  }

  #forgetOldest(): void {
    if (this.#pairs.size <= this.#pairsMax) return;
    const [oldest] = this.#pairs.keys();
    if (oldest !== undefined) this.#pairs.delete(oldest);
  }

  #hash(body: string): string {
    return createHmac('sha256', this.#salt).update(body).digest('base64url');
  }
}

/**
 * Whether a sender may be answered at all: a US phone that is not one of ours. Our own numbers would talk to themselves;
 * short codes and alphanumeric senders are machines; toll-free, premium and foreign ones cost money and can be no
 * subscriber (security, T2 and T13). What they ask of their consent is recorded all the same.
 */
export function isAnswerableSender(from: string, serviceNumbers: readonly string[]): boolean {
  return !serviceNumbers.includes(from) && mayBeUsPhone(from);
}
