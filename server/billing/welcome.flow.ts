import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import { Secret } from '#server/platform/secret.ts';
import type { TextSender } from '#server/providers/ports.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import {
  assignServiceNumber,
  claimPhone,
  findUnwelcomed,
  payingSubscription,
  phonesToAsk,
  unclaimPhone,
  unclaimStranded,
} from './welcome.repo.ts';

/** Welcomes one account; safe to ask for at any time. */
export const welcomeQueue = { name: 'welcome-subscriber', payload: z.object({ userId: z.uuid() }) } as const;

export type WelcomeParts = {
  readonly db: Db;
  readonly mails: MailQueue;
  readonly textSender: TextSender;
  /** The words of the text, for the number to ask (texting/replies.ts). */
  readonly welcomeText: (serviceNumber: string) => string;
};

/** A text for someone whose phone is off may wait a while: it is no answer to anything. */
const validitySeconds = 4 * 3600;

/** The text could not be sent now: the job is tried again. */
export class WelcomeNotSent extends Error {
  constructor(why: string) {
    super(`the welcome was not sent: ${why}`);
    this.name = 'WelcomeNotSent';
  }
}

/**
 * What a first payment brings: a service number, the mail that confirms the terms, and the one text with the how-to and
 * the question for YES, on every phone that is verified and was not asked before. Does nothing for who does not pay,
 * and nothing twice.
 * @throws WelcomeNotSent when the carrier could not take the text
 */
export async function welcomeSubscriber(
  { db, mails, textSender, welcomeText }: WelcomeParts,
  userId: string,
): Promise<void> {
  const subscription = await payingSubscription(db, userId);
  if (subscription === null) return;
  const { id: subscriptionId, isNew } = subscription;
  const serviceNumber = await assignServiceNumber(db, userId);
  const onceKey = `subscribed:${subscriptionId}`;
  if (isNew) await mails.queue({ kind: 'subscription_started', userId, subscriptionId, onceKey });
  // Without a number to ask there is no how-to; the sweep looks again.
  if (serviceNumber === null) return;
  for (const { id, number } of await phonesToAsk(db, userId)) {
    if (!(await claimPhone(db, id))) continue;
    const outcome = await textSender.send({
      to: number,
      from: serviceNumber,
      purpose: 'account',
      body: new Secret(welcomeText(serviceNumber)),
      validitySeconds,
    });
    if (outcome === 'sent') continue;
    await unclaimPhone(db, id);
    // Opted out: nothing may be sent, and trying again is no use before they text START.
    if (outcome !== 'opted_out') throw new WelcomeNotSent(outcome);
  }
}

/** Looks for welcomes that were due and did not happen: a lost job, a process that died in the middle. */
export async function sweepWelcomes({
  db,
  welcome,
}: {
  db: Db;
  welcome: (userId: string) => Promise<void>;
}): Promise<void> {
  await unclaimStranded(db);
  for (const userId of await findUnwelcomed(db)) await welcome(userId);
}
