import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived. */
export type CollectedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The spans that it is linked with. */
  readonly links: readonly string[];
  readonly hasFailed: boolean;
};

/** A collector of OpenTelemetry that keeps what it gets. `await using` stops it. */
export type TraceCollector = AsyncDisposable & {
  readonly url: string;
  /** The status that it answers with from now on; null: it answers nothing. */
  status: number | null;
  /** All bodies so far. */
  readonly bodies: readonly Buffer[];
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers'];
  spans(): CollectedSpan[];
};

/** Starts a collector on loopback. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: Buffer[] = [];
  let headers: IncomingMessage['headers'] = {};
  const collector = { status: 200 as number | null };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      headers = request.headers;
      bodies.push(Buffer.concat(chunks));
      if (collector.status !== null) response.writeHead(request.url === '/v1/traces' ? collector.status : 404).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers: () => headers,
    spans: () => bodies.flatMap(spansOf),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** ExportTraceServiceRequest (https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto). */
function spansOf(body: Buffer): CollectedSpan[] {
  const scopes = all(fieldsOf(body), 1).flatMap((resource) => all(fieldsOf(resource), 2));
  return scopes.flatMap((scope) => all(fieldsOf(scope), 2)).map((span) => spanOf(fieldsOf(span)));
}

function spanOf(fields: readonly Field[]): CollectedSpan {
  const [traceId = '', spanId = '', parentId = ''] = [1, 2, 4].map((tag) => all(fields, tag)[0]?.toString('hex'));
  const [status] = all(fields, 15).map(fieldsOf);
  return {
    name: all(fields, 5).join(''),
    traceId,
    spanId,
    parentId,
    attributes: Object.fromEntries(all(fields, 9).map((attribute) => attributeOf(fieldsOf(attribute)))),
    links: all(fields, 13).map((link) =>
      all(fieldsOf(link), 2)
        .map((id) => id.toString('hex'))
        .join(''),
    ),
    hasFailed: status?.some(({ tag, value }) => tag === 3 && value === 2) ?? false,
  };
}

function attributeOf(fields: readonly Field[]): [string, string | number] {
  const [said] = all(fields, 2).flatMap(fieldsOf);
  return [all(fields, 1).join(''), Buffer.isBuffer(said?.value) ? said.value.toString() : (said?.value ?? '')];
}

type Field = { readonly tag: number; readonly value: number | Buffer };

function all(fields: readonly Field[], tag: number): Buffer[] {
  return fields.flatMap((field) => (field.tag === tag && Buffer.isBuffer(field.value) ? [field.value] : []));
}

/** The fields of a message (https://protobuf.dev/programming-guides/encoding/); of fixed-width ones, the bytes. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const [tag, type] = [key >>> 3, key & 7];
    if (type === 0) fields.push({ tag, value: varint() });
    else {
      const length = type === 1 ? 8 : type === 5 ? 4 : varint();
      fields.push({ tag, value: message.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}
