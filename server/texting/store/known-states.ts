import type { ProactiveFacts, SendFacts } from './protocol/open-send.ts';
import type { SendState } from './protocol/outcomes.ts';
import { type Changes, type Count, isOpen, type Send, type Step, type Text } from './protocol/states.ts';

/** What is read for one text that is about to be sent; `ownSends` and the open ones may be others' by now. */
export type Opening = Omit<SendFacts, 'now' | 'openTexts' | 'openSends'> & {
  readonly openTexts: readonly OpenText[];
  readonly openSends: readonly OpenSend[];
};
/** The same for a proactive text. */
export type ProactiveOpening = Omit<ProactiveFacts, 'now' | 'openSends'> & { readonly openSends: readonly OpenSend[] };
export type OpenText = Pick<Text, 'sid' | 'receivedAt' | 'reply' | 'state'>;
export type OpenSend = Pick<Send, 'id' | 'purpose' | 'isReplayed' | 'state'>;

/** What a transaction has read, and what its transitions have made of it so far: each sees those before it. */
export class KnownStates {
  readonly now: number;
  /** When the transaction began, by `performance.now()`. */
  readonly beganAtMs: number;
  readonly texts = new Map<string, Text>();
  readonly sends = new Map<string, Send>();
  /** By text that is about to be sent. */
  readonly openings = new Map<string, Opening>();
  /** By proactive send. */
  readonly proactive = new Map<string, ProactiveOpening>();
  /** Numbers that are known to have opted out. */
  readonly optedOut = new Set<string>();
  /** Accepted sends, by the text that they reply to. */
  readonly acceptedOf = new Map<string, Set<string>>();
  /** Texts and sends as they were read, of those that have changed. */
  readonly textsBefore = new Map<string, Text>();
  readonly sendsBefore = new Map<string, Send>();
  readonly opened = new Set<string>();
  readonly apologizedLateTo = new Set<string>();
  /** Those that this transaction opts out, and when. */
  readonly newOptOuts = new Map<string, number>();
  readonly counts: Count[] = [];
  /** Sends that turned out to be the second reply to a text. */
  readonly duplicates: string[] = [];

  constructor(now: number, beganAtMs: number) {
    this.now = now;
    this.beganAtMs = beganAtMs;
  }

  get isChanged(): boolean {
    return this.textsBefore.size + this.sendsBefore.size + this.opened.size + this.counts.length > 0;
  }

  /** A send with its text. */
  stateOf(id: string): SendState | null {
    const send = this.sends.get(id);
    return send === undefined ? null : { send, text: this.textOf(send) };
  }

  /** The same by the carrier's id. */
  sendBySid(providerSid: string): Send | undefined {
    return [...this.sends.values()].find((send) => send.providerSid === providerSid);
  }

  textOf({ sid }: Send): Text | null {
    return sid === null ? null : (this.texts.get(sid) ?? null);
  }

  /** Whether another send of the same text was accepted. */
  isOtherAccepted({ id, sid }: Send): boolean {
    if (sid === null) return false;
    return [...(this.acceptedOf.get(sid) ?? [])].some((other) => other !== id);
  }

  sendFacts({ sid, sender, serviceNumber }: Text): SendFacts {
    const opening = this.openings.get(sid);
    if (opening === undefined) throw new Error('nothing was read about this text');
    const newer = [...this.opened].flatMap((id) => this.sends.get(id) ?? []);
    return {
      ...opening,
      now: this.now,
      isOptedOut: opening.isOptedOut || this.optedOut.has(sender),
      lateApologyAt: this.apologizedLateTo.has(sender) ? this.now : opening.lateApologyAt,
      openTexts: opening.openTexts
        .map((text) => this.texts.get(text.sid) ?? text)
        .filter(({ state }) => state !== 'done'),
      openSends: this.#openSends(opening.openSends, { from: serviceNumber, to: sender }),
      ownSends: [...opening.ownSends, ...newer.filter((send) => send.sid === sid)],
    };
  }

  /** Null for a send that nothing was read about. */
  proactiveFacts({ id, from, to }: Pick<Send, 'id' | 'from' | 'to'>): ProactiveFacts | null {
    const opening = this.proactive.get(id);
    if (opening === undefined) return null;
    return {
      ...opening,
      now: this.now,
      isOptedOut: opening.isOptedOut || this.optedOut.has(to),
      openSends: this.#openSends(opening.openSends, { from, to }),
    };
  }

  /** The open sends of a pair: those that were read, as they are by now, and those that were opened since. */
  #openSends(read: readonly OpenSend[], { from, to }: Pick<Send, 'from' | 'to'>): OpenSend[] {
    const newer = [...this.opened].flatMap((id) => this.sends.get(id) ?? []);
    const ofPair = newer.filter((send) => send.from === from && send.to === to);
    return [...read.map((send) => this.sends.get(send.id) ?? send), ...ofPair].filter(isOpen);
  }

  /** Takes a transition's changes over. @returns its result */
  take<Result>({ result, changes }: Step<Result>): Result {
    if (changes !== undefined) this.#apply(changes);
    return result;
  }

  #apply({ text, send, opened, apologizedLateTo, optedOut, counts = [] }: Changes): void {
    if (text !== undefined) {
      const before = this.texts.get(text.sid);
      if (before !== undefined && !this.textsBefore.has(text.sid)) this.textsBefore.set(text.sid, before);
      this.texts.set(text.sid, text);
    }
    if (send !== undefined) {
      const before = this.sends.get(send.id);
      const isNew = this.opened.has(send.id) || this.sendsBefore.has(send.id);
      if (before !== undefined && !isNew) this.sendsBefore.set(send.id, before);
      this.#keep(send);
    }
    if (opened !== undefined) {
      this.opened.add(opened.id);
      this.#keep(opened);
    }
    if (apologizedLateTo !== undefined) this.apologizedLateTo.add(apologizedLateTo);
    if (optedOut !== undefined) {
      this.newOptOuts.set(optedOut.phone, optedOut.at);
      this.optedOut.add(optedOut.phone);
    }
    this.counts.push(...counts);
  }

  #keep(send: Send): void {
    this.sends.set(send.id, send);
    if (send.state !== 'accepted' || send.sid === null) return;
    this.acceptedOf.set(send.sid, new Set([...(this.acceptedOf.get(send.sid) ?? []), send.id]));
  }
}
