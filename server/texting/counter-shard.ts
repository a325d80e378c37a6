/** Which of a minute's rows this process adds to: processes that count at once then seldom wait for one another. */
export const counterShard = Math.floor(Math.random() * 16);

/** For what happened earlier and is written down now (server/fallback): when it was, and whose rows count it. */
export type Earlier = { readonly at?: Date; readonly shard: number };
export const happeningNow: Earlier = { shard: counterShard };
