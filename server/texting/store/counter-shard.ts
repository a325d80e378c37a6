const shards = 32;
let next = Math.floor(Math.random() * shards);

/**
 * Which of a minute's rows a transaction adds to: another one each time. A row that is added to stays locked until its
 * transaction is on disk, so with one row a process all texts would wait for each other's commits.
 */
export function counterShard(): number {
  next = (next + 1) % shards;
  return next;
}

/** For what happened earlier and is written down now (server/outage): when it was, and whose rows count it. */
export type Earlier = { readonly at?: Date; readonly shard: number };
export const happeningNow = (): Earlier => ({ shard: counterShard() });
