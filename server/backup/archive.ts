import { BackupError } from './backup-error.ts';
import { ByteReader } from './byte-reader.ts';

/** A named part of an archive. When reading, consume the body before asking for the next part. */
export type Part = { readonly name: string; readonly body: AsyncIterable<Buffer> };

const nameCharsMax = 500;
const chunkBytesMax = 2 ** 26;

/** The bytes of an archive: for each part its name, then chunks of its body; each with its length, 0 ends. */
export async function* writeArchive(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  for await (const { name, body } of parts) {
    const bytes = Buffer.from(name);
    yield Buffer.concat([lengthOf(bytes.length), bytes]);
    for await (const chunk of body) {
      if (chunk.length > 0) yield Buffer.concat([lengthOf(chunk.length), chunk]);
    }
    yield lengthOf(0);
  }
  yield lengthOf(0);
}

/** Reads what `writeArchive` wrote. @throws {BackupError} when it is something else, or ends too early */
export async function* readArchive(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const reader = new ByteReader(source);
  for (;;) {
    const nameLength = await readLength(reader, nameCharsMax);
    if (nameLength === 0) break;
    const name = (await reader.read(nameLength))?.toString('utf8');
    if (name === undefined) throw unreadable();
    yield { name, body: readBody(reader) };
  }
  // The last frame's tag is verified when the source ends.
  if (!(await reader.isOver())) throw unreadable();
}

async function* readBody(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const length = await readLength(reader, chunkBytesMax);
    if (length === 0) return;
    const chunk = await reader.read(length);
    if (chunk === null) throw unreadable();
    yield chunk;
  }
}

async function readLength(reader: ByteReader, lengthMax: number): Promise<number> {
  const length = (await reader.read(4))?.readUInt32BE();
  if (length === undefined || length > lengthMax) throw unreadable();
  return length;
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

function unreadable(): BackupError {
  return new BackupError('The content of the backup cannot be read.', 'Take another backup, and report this one.');
}

/** A part with this body. */
export function partOf(name: string, body: string | Buffer): Part {
  async function* once(): AsyncGenerator<Buffer> {
    yield Buffer.from(body);
  }
  return { name, body: once() };
}

/** The whole body of a small part. */
export async function bodyOf({ body }: Part): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body));
}
