import { createHash, createHmac, hkdfSync } from 'node:crypto';

import { newTicketId } from '#contract/ticket-id.ts';

import type { Form } from './read-form.ts';

/** Bytes of an id that identify the scope; the other half is a keyed hash of the form. */
const halfBytes = 8;

/**
 * Makes the id of a request, which recognizes a form that is sent again although nothing of the form is stored. Ids of
 * one `scope` (a ticket's id, or a period for contact messages) share their first half; only the same form has the same
 * id.
 */
export type RequestIds = (scope: string, form: Form) => string;

/** Ids under a key derived from the installation's secret, so that no one can find a form for an id. */
export function createRequestIds(secret: string): RequestIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'askline request ids', 32));
  return (scope, { fields, files, names }) => {
    const digests = files.map((file) => createHash('sha256').update(file).digest('hex'));
    const halves = [scope, JSON.stringify([fields, names, digests])].map((text) => {
      return createHmac('sha256', key).update(text).digest().subarray(0, halfBytes);
    });
    const bytes = Buffer.concat(halves);
    // A UUID of version 8, whose bits are its maker's (RFC 9562, section 5.8).
    bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80;
    bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

/** The lowest and the highest id of the same scope. */
export function scopeRange(id: string): readonly [lowest: string, highest: string] {
  const scope = id.slice(0, 18);
  return [`${scope}-0000-000000000000`, `${scope}-ffff-ffffffffffff`];
}

/** A ticket's id that follows from its form, so that the form gets the same one when it is sent again. */
export function ticketIdOfForm(userId: string, id: string): string {
  return newTicketId(userId, Buffer.from(id.replaceAll('-', ''), 'hex').subarray(halfBytes));
}
