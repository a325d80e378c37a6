import { createHash, createHmac, hkdfSync } from 'node:crypto';

import { newTicketId } from '#contract/ticket-id.ts';

import type { Form } from './read-form.ts';

/** Bytes of an id that say under which number it was sent; the other half is a keyed hash of the form. */
const halfBytes = 8;

/**
 * The id of a request, by which a form that is sent again is recognized although nothing of it is stored: its first half
 * is the same for all that was sent under `number`, the whole only for the same form.
 */
export type RequestIds = (number: string, form: Form) => string;

/** Ids under a key derived from the installation's secret, so that no one can find a form for an id. */
export function createRequestIds(secret: string): RequestIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'askline request ids', 32));
  return (number, { fields, files, names }) => {
    const digests = files.map((file) => createHash('sha256').update(file).digest('hex'));
    const halves = [number, JSON.stringify([fields, names, digests])].map((text) => {
      return createHmac('sha256', key).update(text).digest().subarray(0, halfBytes);
    });
    const bytes = Buffer.concat(halves);
    // A UUID of version 8, whose bits are its maker's (RFC 9562, section 5.8).
    bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80;
    bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

/** The lowest and the highest id of what was sent under the same number. */
export function sameNumber(id: string): readonly [lowest: string, highest: string] {
  const number = id.slice(0, 18);
  return [`${number}-0000-000000000000`, `${number}-ffff-ffffffffffff`];
}

/** A ticket's number that follows from its form, so that the form has it again when it is sent again. */
export function ticketIdOfForm(userId: string, id: string): string {
  return newTicketId(userId, Buffer.from(id.replaceAll('-', ''), 'hex').subarray(halfBytes));
}
