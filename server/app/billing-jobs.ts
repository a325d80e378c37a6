import { z } from 'zod';

import { catchUpPaymentEvents, catchUpQueue } from '#server/billing/events/catch-up.job.ts';
import { paymentEventsQueue, processPaymentEvents } from '#server/billing/events/payment-events.job.ts';
import { remindOfRenewals } from '#server/billing/renewals/renewal-reminder.job.ts';
import { reconcileSubscriptions } from '#server/billing/subscription/reconcile.job.ts';
import { sendMissedWelcomes, welcomeQueue, welcomeSubscriber } from '#server/billing/welcome/welcome.ts';
import type { Job } from '#server/platform/job-queue.ts';
import { runSteps } from '#server/platform/run-steps.ts';
import { welcomeText } from '#server/texting/rules/replies.ts';

import type { Deps } from './dependencies.ts';

const nothing = z.object({});

/** The jobs of billing: events, welcomes, the nightly comparison with Stripe, and reminders. */
export function billingJobs(deps: Deps): Job[] {
  const { jobQueue, config, db, payments, alerts, mails, textSender, readDisruption, log } = deps;
  const { isLive } = config.payments;
  const wake = () => jobQueue.send(paymentEventsQueue, {});
  const isCarrierBlocked = async () => (await readDisruption()).isCarrierBlocked;
  const welcome = (userId: string) => jobQueue.send(welcomeQueue, { userId }, { key: userId });
  return [
    {
      ...paymentEventsQueue,
      cron: '* * * * *',
      expireSeconds: 900,
      retries: 0,
      isWakeUp: true,
      run: () => processPaymentEvents({ db, payments, alerts, mails, onSynced: welcome, log }),
    },
    {
      ...catchUpQueue,
      cron: '*/15 * * * *',
      expireSeconds: 900,
      retries: 0,
      isWakeUp: true,
      run: () =>
        runSteps({ job: catchUpQueue.name, log }, [
          () => catchUpPaymentEvents({ db, payments, isLive, wake, log }),
          () => sendMissedWelcomes({ db, welcome }),
        ]),
    },
    {
      ...welcomeQueue,
      expireSeconds: 120,
      retries: 6,
      retryDelaySeconds: 20,
      isWakeUp: true,
      run: ({ userId }: { userId: string }) =>
        welcomeSubscriber({ db, mails, textSender, isCarrierBlocked, welcomeText }, userId),
    },
    {
      // At night in the US.
      name: 'reconcile-subscriptions',
      payload: nothing,
      cron: '23 8 * * *',
      expireSeconds: 4 * 3600,
      retries: 5,
      retryDelaySeconds: 300,
      run: async () => {
        await reconcileSubscriptions({ db, payments, log, alerts });
      },
    },
    {
      name: 'renewal-reminders',
      payload: nothing,
      cron: '41 15 * * *',
      expireSeconds: 3600,
      retries: 5,
      retryDelaySeconds: 300,
      run: () => remindOfRenewals({ db, mails }, new Date()),
    },
  ];
}
