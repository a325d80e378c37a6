import { z } from 'zod';

import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { claimNumberNow } from '../phones/phones.repo.ts';
import { takeCodeBudget } from './code-budget.flow.ts';
import { sendPhoneCode } from './phone-code.flow.ts';

/** Texts the code of an account that waits for its confirmation, to the number on record. Nobody waits for it. */
export const textCodeQueue = { name: 'text-code', payload: z.object({ user: z.uuid() }) } as const;

/**
 * In a job for two reasons: whoever asks for the code of an account must not learn from the time that it takes whether
 * there is one (security T5), and a login must not wait for the carrier. An account that is not there, or needs no code,
 * is fine.
 */
export async function textCode(parts: AccountParts, { user }: { user: string }): Promise<void> {
  const account = await findAccount(parts.db, user);
  if (!account || account.isConfirmed || account.pendingPhone === null) return;
  const phoneNumber = account.pendingPhone;
  try {
    await takeCodeBudget(parts, { userId: user, phoneNumber, clientKey: null, isSignedIn: false });
    if (await claimNumberNow(parts.db, user, phoneNumber)) return;
    await sendPhoneCode(parts, { userId: user, purpose: 'confirm', phoneNumber });
  } catch (error) {
    // The limits, a STOP, a number that cannot be texted: it is logged, and asking again is up to the person.
    if (!(error instanceof AppError)) throw error;
  }
}
