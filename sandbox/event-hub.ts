/** An event for subscribers: the pages, by server-sent events, and tests, in process. */
export type SandboxEvent = {
  /** Increases from 1 across all topics, so that a stream can be resumed. */
  readonly id: number;
  /** The subject, e.g. `phone:+12125550142`, `mail`. */
  readonly topic: string;
  /** The event's name on the stream, e.g. `message`, `status`. */
  readonly name: string;
  readonly data: unknown;
};

type Listener = (event: SandboxEvent) => void;

export type EventHub = {
  publish(topic: string, name: string, data: unknown): void;
  /** Calls the listener for every later event, until the returned function is called. Listeners must not throw. */
  subscribe(listener: Listener): () => void;
  /** Remembered events newer than `id`, oldest first (`Last-Event-ID` replay). */
  since(id: number): SandboxEvent[];
};

/** How many events are kept in memory for clients that reconnect. */
const RING_SIZE = 1_000;

/** Creates a hub without history. */
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
