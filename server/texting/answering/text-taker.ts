import type { Language } from '#contract/language.ts';
import type { Place } from '#server/places/places.ts';
import type { Secret } from '#server/platform/secret.ts';

import type { ReplyKind } from '../rules/decide-reply.ts';
import type { Lease } from '../store/text-store.ts';

/** A text that will be answered once it is stored. */
export type EarlyQuestion = {
  readonly sid: string;
  readonly sender: string;
  /** The home place of the sender, where it is known. */
  readonly home: Place | null;
  /** Language of the reply. */
  readonly language: Language;
  /** Time left until the deadline. */
  readonly timeLeftMs: number;
  /** Whether it may refer to the previous text. */
  readonly hasMemory: boolean;
};

/** Room that is reserved for one text, until one of its functions is called. */
export type Reserved = {
  /** The text is stored, and leased. */
  begin(lease: Lease): void;
  /** It is not stored, or not leased. */
  release(): void;
};

/**
 * Who can work on a text from its receipt on. Such a text is stored as leased to `owner`, so that no process has to look
 * for it.
 */
export interface TextTaker {
  /** @returns null without room for a text with this reply, or while older texts may be waiting for room */
  offer(reply: ReplyKind): ReservedRoom | null;
}

/** `begin`: with the body of the text, which another process does not have. */
export type ReservedRoom = Omit<Reserved, 'begin'> & {
  readonly owner: string;
  /** The text is being stored: asks the model now, if that can be done here. `release` drops the answer. */
  ask(question: EarlyQuestion): void;
  begin(lease: Lease, body: Secret): void;
};
