/** Something that happened, told to whoever listens: the pages over server-sent events, tests in process. */
export type SandboxEvent = {
  /** Counts up from 1 over all topics, so that a stream can be resumed. */
  readonly id: number;
  /** Whom it concerns, e.g. `phone:+12125550142`, `mail`. */
  readonly topic: string;
  /** The event's name on the stream, e.g. `message`, `status`. */
  readonly name: string;
  readonly data: unknown;
};

type Listener = (event: SandboxEvent) => void;

export type EventHub = {
  publish(topic: string, name: string, data: unknown): void;
  /** Hears every later event, until the returned function is called. Listeners must not throw. */
  subscribe(listener: Listener): () => void;
  /** Remembered events younger than `id`, oldest first (`Last-Event-ID` replay). */
  since(id: number): SandboxEvent[];
};

/** Events remembered for a reader that comes back; memory only, and never more than this many. */
const RING_SIZE = 1_000;

/** Makes a hub without history. */
export function createEventHub(): EventHub {
  const listeners = new Set<Listener>();
  const ring: SandboxEvent[] = [];
  let lastId = 0;

  return {
    publish(topic, name, data) {
      const event = { id: ++lastId, topic, name, data };
      ring.push(event);
      if (ring.length > RING_SIZE) ring.shift();
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since: (id) => ring.filter((event) => event.id > id),
  };
}
