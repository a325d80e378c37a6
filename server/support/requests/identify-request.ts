import { isTicketIdOf, newTicketId } from '#contract/ticket-id.ts';
import type { Db } from '#server/db/client.ts';

import type { Form } from './read-form.ts';
import { type RequestIds, ticketIdOfForm } from './request-id.ts';
import { findSameScope } from './requests.repo.ts';

type IdentifyDeps = { readonly db: Db; readonly requestIds: RequestIds };

/** Which request a form is. `isAccepted`: it was accepted before, and its sender, who got no reply, sent it again. */
export type RequestIdentity = { readonly id: string; readonly isAccepted: boolean };

/** Two periods are shorter than the time after which an operator may discard a message and ask for it again. */
const periodMs = 30 * 60_000;

/** Identifies a contact message. After an hour at most the same words are a new message. */
export async function identifyMessage({ db, requestIds }: IdentifyDeps, form: Form): Promise<RequestIdentity> {
  const period = Math.floor(Date.now() / periodMs);
  const [id, before] = [requestIds(`contact ${period}`, form), requestIds(`contact ${period - 1}`, form)];
  return { id, isAccepted: (await isKnown(db, before)) || (await isKnown(db, id)) };
}

/**
 * Identifies a ticket.
 * @param shown the id that its form shows, which it gets unless that is another ticket's, or not this user's
 */
export async function identifyTicket(
  { db, requestIds }: IdentifyDeps,
  { userId, shown, form }: { readonly userId: string; readonly shown: string; readonly form: Form },
): Promise<RequestIdentity & { readonly ticketId: string }> {
  const wanted = isTicketIdOf(userId, shown) ? shown : newTicketId(userId);
  const id = requestIds(wanted, form);
  const known = await findSameScope(db, id);
  if (known.length === 0 || known.includes(id)) return { id, isAccepted: known.includes(id), ticketId: wanted };
  // Its words were changed after a reply was lost, so it is a ticket of its own.
  const ticketId = ticketIdOfForm(userId, id);
  const ownId = requestIds(ticketId, form);
  return { id: ownId, isAccepted: await isKnown(db, ownId), ticketId };
}

async function isKnown(db: Db, id: string): Promise<boolean> {
  return (await findSameScope(db, id)).includes(id);
}
