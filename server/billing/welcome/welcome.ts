import { z } from 'zod';

import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { readIsUnreachable } from '#server/domain/reach.repo.ts';
import { Secret } from '#server/platform/secret.ts';
import type { TextSender } from '#server/providers/ports/text-sender.ts';

import {
  assignServiceNumber,
  claimWelcome,
  findUnwelcomed,
  phonesToAsk,
  readWelcomeState,
  releaseWelcome,
  releaseStranded,
} from './welcome.repo.ts';

/** The job that welcomes one account. Idempotent. */
export const welcomeQueue = { name: 'welcome-subscriber', payload: z.object({ userId: z.uuid() }) } as const;

export type WelcomeDeps = {
  readonly db: Db;
  readonly mails: MailQueue;
  readonly textSender: TextSender;
  /** Whether the carrier turns away our texts to everyone. */
  readonly isCarrierBlocked: () => Promise<boolean>;
  /** Returns the text, which names the service number (texting/rules/replies.ts). */
  readonly welcomeText: (serviceNumber: string, language: Language) => string;
};

/** How long the carrier may hold the text for a phone that is off. It answers no question, so it may be late. */
const validitySeconds = 4 * 3600;

/** Thrown when the text could not be sent now; the job is retried. */
export class WelcomeNotSent extends Error {
  constructor(why: string) {
    super(`the welcome was not sent: ${why}`);
    this.name = 'WelcomeNotSent';
  }
}

/**
 * Welcomes an account that gets answers, on a plan or in free time: assigns a service number, queues the email that
 * confirms the terms of a plan, and sends one text with the instructions and the request for YES to each verified phone
 * that was not asked before. Runs after each sync by an event, each verification of a phone and each grant of free time,
 * so it is idempotent, and a no-op for accounts that get no answers.
 * @throws WelcomeNotSent when the carrier could not take the text
 */
export async function welcomeSubscriber(
  { db, mails, textSender, isCarrierBlocked, welcomeText }: WelcomeDeps,
  userId: string,
): Promise<void> {
  const { isAnswered, newSubscription } = await readWelcomeState(db, userId);
  if (!isAnswered) return;
  const serviceNumber = await assignServiceNumber(db, userId);
  if (newSubscription !== null) {
    const onceKey = `subscribed:${newSubscription}`;
    await mails.queue({ kind: 'subscription_started', userId, subscriptionId: newSubscription, onceKey });
  }
  // Without a service number there is nothing to explain; the check for missed welcomes tries again.
  if (serviceNumber === null) return;
  // A welcome that the carrier takes and then blocks is lost. No one waits for it, so it waits for the end of the block.
  if (await isCarrierBlocked()) return;
  for (const { id, number, language } of await phonesToAsk(db, userId)) {
    // What was refused is not tried again and again: the dashboard tells the owner.
    if (await readIsUnreachable(db, number)) continue;
    if (!(await claimWelcome(db, id))) continue;
    const outcome = await textSender.send({
      to: number,
      from: serviceNumber,
      purpose: 'account',
      body: new Secret(welcomeText(serviceNumber, language)),
      validitySeconds,
    });
    if (outcome === 'sent') continue;
    await releaseWelcome(db, id);
    // Opted out: nothing may be sent until they text START, so a retry is useless.
    if (outcome !== 'opted_out') throw new WelcomeNotSent(outcome);
  }
}

/** Sends welcomes that were due but did not happen because a job was lost or a process died. */
export async function sendMissedWelcomes({
  db,
  welcome,
}: {
  db: Db;
  welcome: (userId: string) => Promise<void>;
}): Promise<void> {
  await releaseStranded(db);
  for (const userId of await findUnwelcomed(db)) await welcome(userId);
}
