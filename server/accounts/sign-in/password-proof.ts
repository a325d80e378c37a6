import type { FastifyReply, FastifyRequest } from 'fastify';

import type { AccountDeps } from '../dependencies.ts';
import { findTokenOwner, issueOneTimeToken, tokenSeconds } from '../one-time-tokens.repo.ts';

const COOKIE = 'proof';

/**
 * Issues the proof that this browser has just shown the password: a private cookie that lets an unconfirmed account
 * choose its phone (docs/reference/security.md#t3), and a token that the page keeps in place of the password
 * (docs/reference/security.md#t7).
 * @returns the token for the page
 */
export async function issuePasswordProof(
  { db, cookies }: AccountDeps,
  reply: FastifyReply,
  { userId, codeSent }: { userId: string; codeSent: boolean },
): Promise<string> {
  const proof = await issueOneTimeToken(db, { userId, purpose: 'proof', codeSent });
  cookies.set(reply, COOKIE, proof, tokenSeconds.proof);
  return issueOneTimeToken(db, { userId, purpose: 'confirmation' });
}

/** The id of the account whose password this browser has proved; null without a proof, or with an expired one. */
export async function readPasswordProof({ db, cookies }: AccountDeps, request: FastifyRequest): Promise<string | null> {
  const token = cookies.read(request, COOKIE);
  return token === undefined ? null : findTokenOwner(db, token, 'proof');
}

/** Clears the cookie of a proof that is no longer needed. */
export function clearPasswordProof({ cookies }: AccountDeps, reply: FastifyReply): void {
  cookies.clear(reply, COOKIE);
}
