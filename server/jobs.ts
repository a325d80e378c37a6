import { z } from 'zod';

import { brand } from '#contract/brand.ts';

import { forgetWhatIsOver } from './accounts/accounts.job.ts';
import { type TextCode, textCode, textCodeQueue } from './accounts/codes/text-code.job.ts';
import { deleteAccountsQueue, goOnWithDeletions } from './accounts/deletion/delete-accounts.job.ts';
import { forgetOldNumbers, newUndoToken } from './accounts/phones/undo-change.repo.ts';
import { type StartReset, startResetQueue } from './accounts/sign-in/password-reset.flow.ts';
import { issueTicket } from './accounts/tickets.repo.ts';
import { forgetOldAudit } from './admin/audit.repo.ts';
import { forgetOldCosts } from './admin/costs/account-costs.repo.ts';
import { watchCosts } from './admin/costs/watch-costs.job.ts';
import { forgetOperatorSessions } from './admin/operators/operators.repo.ts';
import { rollUpCounters } from './admin/rollup.job.ts';
import { watchSecurity } from './admin/security/watch-security.job.ts';
import { catchUpPaymentEvents, catchUpQueue } from './billing/catch-up.job.ts';
import { paymentEventsQueue, processPaymentEvents } from './billing/payment-events.job.ts';
import { reconcileSubscriptions } from './billing/reconcile.job.ts';
import { remindOfRenewals } from './billing/renewal-reminder.job.ts';
import { sweepWelcomes, welcomeQueue, welcomeSubscriber } from './billing/welcome.flow.ts';
import { listDeletionSteps } from './deletion.ts';
import { accountParts, type Deps } from './deps.ts';
import { forgetAppliedOperations } from './fallback/replay/replay.repo.ts';
import type { Job } from './platform/background.ts';
import { forgetExpiredLimits } from './platform/rate-limits.ts';
import { Secret } from './platform/secret.ts';
import { forgetExpiredSessions } from './platform/session.ts';
import { syncIdentities, syncIdentitiesQueue } from './providers/identity/sync-identities.ts';
import { sendLettersQueue } from './support/letters/accept-letter.flow.ts';
import { forgetOldLetters } from './support/letters/letters.repo.ts';
import { sendDueLetters } from './support/letters/send-letters.job.ts';
import { sendMailsQueue } from './support/outbox/mail-queue.flow.ts';
import { forgetOldMails } from './support/outbox/outbox.repo.ts';
import { sendDueMails } from './support/outbox/send-mails.job.ts';
import { forgetForgottenTexts } from './texting/redaction/forget-number.job.ts';
import { redactCarrierCopies, redactCopiesQueue } from './texting/redaction/redact.job.ts';
import { welcomeText } from './texting/replies.ts';
import { forgetRecentQuestions } from './texting/taking-in/recent-questions.repo.ts';
import { watchReplyBudget } from './texting/taking-in/watch-reply-budget.job.ts';

const nothing = z.object({});

/** The background surface: every job and every cron line (UTC). */
export function listJobs(deps: Deps): Job[] {
  const { config } = deps;
  const mailParts = {
    ...deps,
    publicUrl: config.http.publicUrl,
    newPasswordCode: (userId: string) => deps.identity.newPasswordCode(userId),
    newUndoToken: async (userId: string) => {
      const token = await newUndoToken(deps.db, userId);
      return token === null ? null : new Secret(token);
    },
    newEmailToken: async (userId: string) => new Secret(await issueTicket(deps.db, { userId, purpose: 'email' })),
  };
  return [
    ...billingJobs(deps),
    {
      ...redactCopiesQueue,
      cron: '* * * * *',
      expireSeconds: 900,
      retries: 0,
      run: () => (config.carrier.removesCopies ? redactCarrierCopies(deps) : Promise.resolve()),
    },
    {
      ...sendMailsQueue,
      cron: '* * * * *',
      expireSeconds: 600,
      retries: 0,
      isWakeUp: true,
      run: () => sendDueMails(mailParts),
    },
    {
      ...sendLettersQueue,
      cron: '* * * * *',
      expireSeconds: 3600,
      retries: 0,
      isWakeUp: true,
      run: () =>
        sendDueLetters({ ...deps, supportAddress: { name: brand.name, address: config.contact.supportEmail } }),
    },
    ...housekeepingJobs(deps),
    ...accountJobs(deps),
  ];
}

/** Figures for the operator, and what is removed when its time is over. */
function housekeepingJobs(deps: Deps): Job[] {
  const { pool, db, config } = deps;
  return [
    {
      name: 'watch-reply-budget',
      payload: nothing,
      cron: '*/5 * * * *',
      expireSeconds: 60,
      retries: 0,
      run: () => watchReplyBudget(deps),
    },
    {
      name: 'roll-up-counters',
      payload: nothing,
      cron: '*/10 * * * *',
      expireSeconds: 300,
      retries: 0,
      run: () => rollUpCounters(db),
    },
    {
      name: 'watch-security',
      payload: nothing,
      cron: '*/5 * * * *',
      expireSeconds: 120,
      retries: 0,
      run: () => watchSecurity(deps, new Date()),
    },
    {
      name: 'watch-costs',
      payload: nothing,
      cron: '29 * * * *',
      expireSeconds: 900,
      retries: 1,
      run: () => watchCosts({ ...deps, ...config.operator }, new Date()),
    },
    {
      name: 'forget-what-is-over',
      payload: nothing,
      cron: '17 * * * *',
      expireSeconds: 300,
      retries: 1,
      run: async () => {
        await forgetExpiredLimits(pool);
        await forgetAppliedOperations(pool);
        await forgetRecentQuestions(pool);
        await forgetForgottenTexts(db);
        await forgetExpiredSessions(pool);
        await forgetOldMails(db);
        await forgetOldLetters(db);
        await forgetOldAudit(db);
        await forgetOperatorSessions(db);
        await forgetOldCosts(db);
        await forgetOldNumbers(db);
        await forgetWhatIsOver(db);
      },
    },
  ];
}

function billingJobs(deps: Deps): Job[] {
  const { background, config } = deps;
  const wake = () => background.send(paymentEventsQueue, {});
  const welcome = (userId: string) => background.send(welcomeQueue, { userId }, { key: userId });
  return [
    {
      ...paymentEventsQueue,
      cron: '* * * * *',
      expireSeconds: 900,
      retries: 0,
      isWakeUp: true,
      run: () => processPaymentEvents({ ...deps, onSynced: welcome }),
    },
    {
      ...catchUpQueue,
      cron: '*/15 * * * *',
      expireSeconds: 900,
      retries: 0,
      isWakeUp: true,
      async run() {
        await sweepWelcomes({ ...deps, welcome });
        await catchUpPaymentEvents({ ...deps, isLive: config.payments.isLive, wake });
      },
    },
    {
      ...welcomeQueue,
      expireSeconds: 120,
      retries: 6,
      retryDelaySeconds: 20,
      isWakeUp: true,
      run: ({ userId }: { userId: string }) => welcomeSubscriber({ ...deps, welcomeText }, userId),
    },
    {
      // In the small hours of the US.
      name: 'reconcile-subscriptions',
      payload: nothing,
      cron: '23 8 * * *',
      expireSeconds: 4 * 3600,
      retries: 5,
      retryDelaySeconds: 300,
      run: () => reconcileSubscriptions(deps),
    },
    {
      name: 'renewal-reminders',
      payload: nothing,
      cron: '41 15 * * *',
      expireSeconds: 3600,
      retries: 5,
      retryDelaySeconds: 300,
      run: () => remindOfRenewals(deps, new Date()),
    },
  ];
}

function accountJobs(deps: Deps): Job[] {
  const parts = accountParts(deps);
  const deletionParts = { ...parts, log: deps.log, steps: listDeletionSteps(deps) };
  return [
    {
      ...deleteAccountsQueue,
      cron: '*/2 * * * *',
      expireSeconds: 600,
      retries: 0,
      isWakeUp: true,
      run: () => goOnWithDeletions(deletionParts),
    },
    {
      ...textCodeQueue,
      expireSeconds: 60,
      // A code that comes late, unasked, is worse than none: asking again is one click.
      retries: 0,
      isWakeUp: true,
      run: (payload) => textCode(parts, payload),
    } satisfies Job<TextCode>,
    {
      ...startResetQueue,
      expireSeconds: 60,
      retries: 10,
      isWakeUp: true,
      run: ({ user, request, isMailed }) => deps.identity.startPasswordReset(user, { requestHash: request, isMailed }),
    } satisfies Job<StartReset>,
    {
      ...syncIdentitiesQueue,
      cron: '*/2 * * * *',
      expireSeconds: 900,
      retries: 0,
      isWakeUp: true,
      run: () =>
        deps.config.identity.stage === 'pre' ? Promise.resolve() : syncIdentities({ ...deps, pool: deps.identityPool }),
    },
  ];
}
