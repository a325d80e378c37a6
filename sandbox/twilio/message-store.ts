import type { Message } from './message.ts';

/** The filter of a list. Days are whole days in GMT, as in the API. */
export type ListFilter = {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  /** `YYYY-MM-DD`, both ends inclusive. A message that was not sent yet has no day and matches none. */
  readonly sentFromDay?: string | undefined;
  readonly sentToDay?: string | undefined;
};

export type MessageStore = {
  add(message: Message): void;
  /** Any message, the carrier's own replies included. */
  find(sid: string): Message | undefined;
  /** The API's list at `now`: newest first, at most `limit`, after the message `afterSid` if given. */
  list(filter: ListFilter, page: { now: Date; limit: number; afterSid?: string | undefined }): Message[];
  /** All texts from or to a phone, the carrier's own replies included, oldest first. */
  ofPhone(number: string): Message[];
  /** All, oldest first. */
  all(): readonly Message[];
  /** How many old messages were dropped. */
  readonly evicted: number;
  clear(): void;
};

/** Above this, the oldest messages are dropped. */
const MESSAGES_MAX = 100_000;

/** Creates an empty store in memory. */
export function createMessageStore(messagesMax = MESSAGES_MAX): MessageStore {
  const bySid = new Map<string, Message>();
  const byNumber = new Map<string, Message[]>();
  let all: Message[] = [];
  let evicted = 0;

  function index(number: string, message: Message): void {
    const list = byNumber.get(number);
    if (list) list.push(message);
    else byNumber.set(number, [message]);
  }

  /** Drops the oldest tenth in one step, so that a full store does not pay for every new message. */
  function makeRoom(): void {
    if (all.length < messagesMax) return;
    const gone = new Set(all.splice(0, Math.ceil(messagesMax / 10)));
    evicted += gone.size;
    for (const { sid } of gone) bySid.delete(sid);
    for (const [number, list] of byNumber) {
      const left = list.filter((message) => !gone.has(message));
      if (left.length > 0) byNumber.set(number, left);
      else byNumber.delete(number);
    }
  }

  function candidates({ to, from }: ListFilter): Message[] {
    const lists = [to, from].filter((number) => number !== undefined).map((number) => byNumber.get(number) ?? []);
    return lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest), lists[0] ?? all);
  }

  return {
    add(message) {
      makeRoom();
      bySid.set(message.sid, message);
      all.push(message);
      index(message.to, message);
      index(message.from, message);
    },
    find: (sid) => bySid.get(sid),
    list(filter, { now, limit, afterSid }) {
      const found: Message[] = [];
      let hasStarted = afterSid === undefined;
      const list = candidates(filter);
      for (let i = list.length - 1; i >= 0 && found.length < limit; i -= 1) {
        const message = list[i];
        if (!message) continue;
        if (hasStarted && isListed(message, now) && matches(message, filter)) found.push(message);
        if (message.sid === afterSid) hasStarted = true;
      }
      return found;
    },
    ofPhone: (number) => byNumber.get(number) ?? [],
    all: () => all,
    get evicted() {
      return evicted;
    },
    clear() {
      bySid.clear();
      byNumber.clear();
      all = [];
      evicted = 0;
    },
  };
}

function isListed(message: Message, now: Date): boolean {
  return message.isLogged && message.listedFrom <= now;
}

function matches(message: Message, filter: ListFilter): boolean {
  if (filter.to !== undefined && message.to !== filter.to) return false;
  if (filter.from !== undefined && message.from !== filter.from) return false;
  if (filter.sentFromDay === undefined && filter.sentToDay === undefined) return true;
  const day = message.sentAt?.toISOString().slice(0, 10);
  if (day === undefined) return false;
  return (filter.sentFromDay ?? day) <= day && day <= (filter.sentToDay ?? day);
}
