import { homeAskQuietMs } from './decide-home.ts';
import { fairUseNotices, type FairUseWindow, fairUseWindowMs } from './fair-use.ts';
import type { FixedReply } from './replies.ts';

/** A fixed reply that is not repeated to a phone for a while. */
export type Notice =
  | 'crisis'
  | 'crisis_again'
  | 'join'
  | 'forget'
  | 'more'
  | 'help'
  | 'stop'
  | 'start'
  | 'unverified'
  | 'inactive'
  | 'hint'
  | 'about'
  | 'media'
  | 'repeated'
  | 'home_ask'
  | FairUseWindow;

/** When each notice was last sent to a phone. */
export type NoticesSent = Readonly<Partial<Record<Notice, Date>>>;

const minute = 60_000;
const quietMs: Record<Notice, number> = {
  crisis: 2 * minute,
  crisis_again: 2 * minute,
  join: 2 * minute,
  forget: minute / 2,
  more: minute / 2,
  help: 2 * minute,
  stop: 2 * minute,
  start: 2 * minute,
  unverified: 24 * 60 * minute,
  inactive: 24 * 60 * minute,
  hint: 60 * minute,
  about: 60 * minute,
  media: minute,
  repeated: 10 * minute,
  home_ask: homeAskQuietMs,
  ...fairUseWindowMs,
};

/**
 * The replies of the notices after which a person gets no other reply for an hour or a day. One of which every attempt
 * provably failed is still due. Of the other notices, `about` and `home_ask` may be lost with a failed send; the rest are
 * quiet for minutes only.
 */
export const lastingNotices = {
  unverified: ['unverified'],
  inactive: ['inactive'],
  hint: ['hint', 'empty', 'nothing_to_confirm'],
  too_fast_1h: [fairUseNotices.too_fast_1h],
  too_fast_1d: [fairUseNotices.too_fast_1d],
} as const satisfies Partial<Record<Notice, readonly FixedReply[]>>;

/** A fixed reply with its notice; nothing during the quiet period of the notice. */
export function unlessQuiet(
  notice: Notice,
  reply: FixedReply,
  { now, notices }: { readonly now: Date; readonly notices: NoticesSent },
): { readonly reply?: FixedReply; readonly notice?: Notice } {
  const last = notices[notice];
  const isQuiet = last !== undefined && now.getTime() - last.getTime() < quietMs[notice];
  return isQuiet ? {} : { reply, notice };
}
