import type { FastifyReply, FastifyRequest } from 'fastify';

import type { AccountParts } from './parts.flow.ts';
import { findTicket, issueTicket, ticketSeconds } from './tickets.repo.ts';

const COOKIE = 'proof';

/**
 * Leaves the proof that this browser has just shown the password: a private cookie that lets an account that is not
 * confirmed yet choose its phone (security T3), and the ticket that the page keeps in place of the password (T7).
 * @returns the ticket
 */
export async function giveProof(
  { db, cookies }: AccountParts,
  reply: FastifyReply,
  { userId, codeSent }: { userId: string; codeSent: boolean },
): Promise<string> {
  const proof = await issueTicket(db, { userId, purpose: 'proof', codeSent });
  cookies.set(reply, COOKIE, proof, ticketSeconds.proof);
  return issueTicket(db, { userId, purpose: 'confirmation' });
}

/** Which account this browser has shown the password of; null without proof, and when it is too old. */
export async function readProof({ db, cookies }: AccountParts, request: FastifyRequest): Promise<string | null> {
  const token = cookies.read(request, COOKIE);
  return token === undefined ? null : findTicket(db, token, 'proof');
}

/** The proof has done its work. */
export function forgetProof({ cookies }: AccountParts, reply: FastifyReply): void {
  cookies.clear(reply, COOKIE);
}
