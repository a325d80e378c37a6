import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import { attachmentCopy, ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, tooLarge, wrongType } from '#contract/attachments.ts';
import { AppError } from '#server/platform/errors.ts';

import { fileType, plainFileName } from './file-type.ts';
import type { RequestEmail } from './support-request.ts';

export type Form = {
  /** Text fields that are not empty. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly Buffer[];
  /** The names and types of the files, by position. */
  readonly names: RequestEmail['files'];
};

/** The most bytes of a whole form: files, fields and the boundaries of its parts. */
export const formBytesMax = ATTACHMENTS_MAX * ATTACHMENT_BYTES_MAX + 256 * 1024;

/** Limits while the form is received; anything beyond is cut off. */
export const formLimits = {
  fieldNameSize: 60,
  /** 5000 characters of up to four bytes; a line break has two. */
  fieldSize: 20_000,
  fields: 14,
  fileSize: ATTACHMENT_BYTES_MAX,
  files: ATTACHMENTS_MAX,
  parts: 14 + ATTACHMENTS_MAX,
  headerPairs: 10,
} as const;

// No message names the file, because the name may contain digits that a client could read as a status
// (docs/reference/specification.md#errors).
const anyFile = 'A file';
const unreadable = 'We couldn’t read the form, so nothing was sent. Please try again.';

/** Returns a signal that aborts when the form's sender has left, with the refusal that `readForm` would throw. */
export function senderLeaving(request: FastifyRequest): AbortSignal {
  const leaving = new AbortController();
  const check = (): void => {
    if (hasLeft(request)) leaving.abort(new AppError('bad_request', unreadable));
  };
  check();
  request.raw.once('close', check);
  return leaving.signal;
}

/** Whether the sender has left. A body of another type may be already read, which ends its request normally. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.readableEnded;
}

/**
 * Reads a form with files into memory, up to the limits. Keeps reading after a fault, so that a browser that is still
 * sending gets the response.
 * @throws AppError `too_large`, `unsupported_media_type`, `bad_request`
 */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type', 'Please send this as a form.');
  // The parser waits for events, and a request that has ended emits none, so the wait would never end.
  if (hasLeft(request)) throw new AppError('bad_request', unreadable);
  const reading = new Reading();
  try {
    for await (const part of request.parts()) await reading.take(part);
  } catch (error) {
    throw formFault(error);
  }
  return reading.done();
}

class Reading {
  readonly #fields: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly #files: Buffer[] = [];
  readonly #names: { name: string; type: string }[] = [];
  #fault: AppError | null = null;

  async take(part: Multipart): Promise<void> {
    if (part.type === 'file') await this.#takeFile(part);
    else if (typeof part.value !== 'string' || part.valueTruncated || part.fieldname in this.#fields) {
      this.#fault ??= new AppError('bad_request', unreadable);
    } else if (part.value.trim() !== '') {
      // A form encodes each line break as two characters; the page counts one.
      this.#fields[part.fieldname] = part.value.replaceAll('\r\n', '\n');
    }
  }

  async #takeFile({ file, filename }: MultipartFile): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of file as AsyncIterable<Buffer>) if (this.#fault === null) chunks.push(chunk);
    // A file input without a file sends an empty file without a name.
    if (filename === '' && chunks.length === 0) return;
    const bytes = Buffer.concat(chunks);
    const type = fileType(filename, bytes);
    if (file.truncated) this.#fault ??= new AppError('too_large', tooLarge(anyFile));
    else if (type === null) this.#fault ??= new AppError('unsupported_media_type', wrongType(anyFile));
    else {
      this.#names.push({ name: plainFileName(filename, this.#files.length), type });
      this.#files.push(bytes);
    }
  }

  done(): Form {
    if (this.#fault !== null) throw this.#fault;
    return { fields: this.#fields, files: this.#files, names: this.#names };
  }
}

/** Parses the fields with `schema`. @throws AppError `bad_request` with a message for each field */
export function checkFields<T>(schema: z.ZodMiniType<T>, fields: Form['fields']): T {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message] as const);
  // Report the first fault of each field.
  throw new AppError('bad_request', faults[0]?.[1] ?? 'Please check what you entered.', {
    fields: Object.fromEntries(faults.toReversed()),
  });
}

function formFault(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (code === 'FST_FILES_LIMIT') return new AppError('too_large', attachmentCopy.tooMany);
  if (error instanceof AppError || typeof code !== 'string') {
    // The parser's own errors have no code: a truncated form, or none.
    return error instanceof AppError ? error : new AppError('bad_request', unreadable);
  }
  return code.startsWith('FST_') ? new AppError('bad_request', unreadable) : error;
}
