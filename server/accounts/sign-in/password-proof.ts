import type { FastifyReply, FastifyRequest } from 'fastify';

import { accountCopy } from '#contract/account-copy.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';

import type { AccountDeps } from '../dependencies.ts';
import { lockProven } from '../identity/credentials.repo.ts';
import { deleteProofTokens, findTokenOwner, issueOneTimeToken, tokenSeconds } from '../one-time-tokens.repo.ts';

const cookieName = 'proof';

/**
 * Issues the proof that this browser has just shown the password: a private cookie that lets an unconfirmed account
 * choose its phone (docs/reference/security.md#t3), and a token that the page keeps in place of the password
 * (docs/reference/security.md#t7).
 * @param proven `codeSent`: whether a code was sent together with the proof
 * @returns the one-time token for the page
 * @throws AppError when access to the account has ended since the password was checked
 */
export async function issuePasswordProof(
  { db, cookies }: AccountDeps,
  reply: FastifyReply,
  { codeSent = false, ...proven }: ProvenAccount & { codeSent?: boolean },
): Promise<string> {
  const { userId } = proven;
  const { proof, confirmation } = await db.transaction().execute(async (transaction) => {
    if (!(await lockProven(transaction, proven))) throw new AppError('unauthenticated', accountCopy.invalidLogin);
    return {
      proof: await issueOneTimeToken(transaction, { userId, purpose: 'proof', codeSent }),
      confirmation: await issueOneTimeToken(transaction, { userId, purpose: 'confirmation' }),
    };
  });
  cookies.set(reply, cookieName, proof, tokenSeconds.proof);
  return confirmation;
}

/** The account whose password this browser has proved; null without a proof, or with an expired one. */
export async function readPasswordProof(
  { db, cookies }: AccountDeps,
  request: FastifyRequest,
): Promise<ProvenAccount | null> {
  const token = cookies.read(request, cookieName);
  return token === undefined ? null : findTokenOwner(db, token, 'proof');
}

/**
 * Ends the proof of a browser that logs out: neither the proof, which would sign in once the phone is verified, nor the
 * one-time token of its page replaces the password from now on.
 */
export async function endPasswordProof(
  { db, cookies }: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = cookies.read(request, cookieName);
  if (token === undefined) return;
  await deleteProofTokens(db, token);
  cookies.clear(reply, cookieName);
}

/** Clears the cookie of a proof that is no longer needed. */
export function clearPasswordProof({ cookies }: AccountDeps, reply: FastifyReply): void {
  cookies.clear(reply, cookieName);
}
