import type { Place } from '#server/places/places.ts';

import type { HomeCommand } from './keywords/home.ts';
import type { FixedReply } from './replies.ts';

/** What a text changes about the home place, and its reply. */
type HomeOutcome = { readonly reply: FixedReply; readonly home?: Place | 'removed' };
/** The home place of a sender; `unknown` while the database is unavailable. */
export type KnownHome = Place | 'unknown' | null;

const minute = 60_000;
/** How long after our question for the home place a text that is only a place may count as the reply to it. */
const homeReplyMs = 10 * minute;
/** How long we do not ask for the home place again. */
export const homeAskQuietMs = 30 * 24 * 60 * minute;

/** HOME with a place, with OFF, or alone. The replies `home` and `home_told` name the place as it is when they are sent. */
export function changeHome(command: HomeCommand, known: KnownHome): HomeOutcome {
  if (known === 'unknown') return { reply: 'home_later' };
  switch (command.kind) {
    case 'set':
      return { home: command.place, reply: 'home' };
    case 'remove':
      return { home: 'removed', reply: 'home_removed' };
    case 'show':
      return { reply: 'home' };
    case 'unknown':
      return { reply: 'home_unknown' };
    case 'several':
      return { reply: 'home_several' };
  }
}

type Asking = {
  readonly home: KnownHome;
  readonly now: Date;
  /** When we asked for the home place. */
  readonly askedAt: Date | undefined;
  /** When the sender last asked something, if that is still remembered. */
  readonly lastAskedAt: Date | null;
  /** Whether fair use allows another question now. */
  readonly mayAsk: boolean;
};

/**
 * What comes before a question of a sender without a home place: it is the reply to our question for it, or it needs one,
 * may be asked now, and we have not asked for a while.
 * @param bare the place, of a text that says nothing else
 * @param needsPlace whether it needs a place and names none
 * @returns null for any other question, which is simply answered
 */
export function homeBefore(
  { bare, needsPlace }: { readonly bare: Place | null; readonly needsPlace: boolean },
  { home, now, askedAt, lastAskedAt, mayAsk }: Asking,
): HomeOutcome | 'ask' | null {
  if (home !== null) return null;
  const sinceAsked = askedAt === undefined ? Infinity : now.getTime() - askedAt.getTime();
  // After a question that came since, a place answers the model's own "which city?".
  const isSuperseded = askedAt !== undefined && lastAskedAt !== null && lastAskedAt > askedAt;
  if (bare !== null && sinceAsked < homeReplyMs && !isSuperseded)
    return { home: bare, reply: mayAsk ? 'home_told' : 'home' };
  return needsPlace && mayAsk && sinceAsked >= homeAskQuietMs ? 'ask' : null;
}
