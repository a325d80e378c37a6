import { z } from 'zod';

import { brand } from '#contract/brand.ts';
import { expiredAccountRows } from '#server/accounts/accounts.job.ts';
import { createEmailToken } from '#server/accounts/email/email-proof.repo.ts';
import { createUndoToken } from '#server/accounts/phones/phone-undo.repo.ts';
import { watchPublicAddress } from '#server/admin/alerting/watch-public-address.job.ts';
import { deleteOldAudit } from '#server/admin/audit.repo.ts';
import { deleteOldCosts } from '#server/admin/costs/account-costs.repo.ts';
import { watchCosts } from '#server/admin/costs/watch-costs.job.ts';
import { deleteEndedSessions } from '#server/admin/operators/operators.repo.ts';
import { deleteOldEvents } from '#server/billing/events/payment-events.repo.ts';
import { buildLateIndexes } from '#server/db/late-indexes.ts';
import type { Mailbox } from '#server/domain/mailbox.ts';
import { forgetExpiredSessions } from '#server/http/sessions.repo.ts';
import { rollUpCounters } from '#server/observability/fold-counters.repo.ts';
import { countEarlierRows } from '#server/observability/row-counts.repo.ts';
import { forgetAppliedOperations } from '#server/outage/replay/replay.repo.ts';
import type { Job } from '#server/platform/job-queue.ts';
import { removeOldLedgers } from '#server/platform/ledger.ts';
import { forgetExpiredLimits } from '#server/platform/rate-limits.repo.ts';
import { runSteps } from '#server/platform/run-steps.ts';
import { Secret } from '#server/platform/secret.ts';
import { sendMailsQueue } from '#server/support/outbox/mail-queue.ts';
import { deleteOldMails } from '#server/support/outbox/outbox.repo.ts';
import { sendDueMails } from '#server/support/outbox/send-mails.job.ts';
import { sendRequestsQueue } from '#server/support/requests/accept-request.ts';
import { deleteOldRequests } from '#server/support/requests/requests.repo.ts';
import { sendDueRequests } from '#server/support/requests/send-requests.job.ts';
import { deleteOldRecentQuestions } from '#server/texting/inbound/sender-state.repo.ts';
import { deleteOldTextHashes } from '#server/texting/retention/delete-texts.repo.ts';
import { deleteOldTexts } from '#server/texting/retention/old-texts.repo.ts';
import { redactCarrierCopies, redactCopiesQueue } from '#server/texting/retention/redact-carrier-copies.job.ts';
import {
  type DroppedCopies,
  redactDroppedCopies,
  redactDroppedQueue,
} from '#server/texting/retention/redact-dropped-copies.job.ts';

import { accountJobs } from './account-jobs.ts';
import { billingJobs } from './billing-jobs.ts';
import { type Deps } from './dependencies.ts';

const nothing = z.object({});

/** Rolls the counters up. */
export const rollUpQueue = { name: 'roll-up-counters', payload: nothing };

/** All background jobs, each with only the dependencies it names. Cron lines are in UTC. */
export function listJobs(deps: Deps): Job[] {
  const { config, db, pool, identity, mailer, log, carrier, jobQueue, encryptor, rateLimits } = deps;
  const mailDeps = {
    db,
    mailer,
    log,
    publicUrl: config.http.publicUrl,
    newPasswordCode: (to: Mailbox) => identity.createPasswordCode(to),
    newUndoToken: async (mailId: string) => secretOf(await createUndoToken(db, mailId)),
    newEmailToken: async (to: Mailbox) => secretOf(await createEmailToken(db, to)),
  };
  const supportAddress = { name: brand.name, address: config.contact.supportEmail };
  return [
    ...billingJobs(deps),
    {
      ...redactCopiesQueue,
      cron: '* * * * *',
      expireSeconds: 900,
      retries: 0,
      run: async (_payload, signal) => {
        if (config.carrier.removesCopies) await redactCarrierCopies({ pool, carrier, log, signal });
      },
    },
    {
      ...redactDroppedQueue,
      expireSeconds: 3600,
      retries: 10,
      run: async (payload, signal) => {
        if (config.carrier.removesCopies) await redactDroppedCopies({ carrier, jobQueue, log }, payload, signal);
      },
    } satisfies Job<DroppedCopies>,
    {
      ...sendMailsQueue,
      cron: '* * * * *',
      expireSeconds: 600,
      retries: 0,
      isWakeUp: true,
      run: () => sendDueMails(mailDeps),
    },
    {
      ...sendRequestsQueue,
      cron: '* * * * *',
      expireSeconds: 3600,
      retries: 0,
      isWakeUp: true,
      run: () => sendDueRequests({ db, mailer, encryptor, rateLimits, supportAddress, log }),
    },
    ...housekeepingJobs(deps),
    ...retentionJobs(deps),
    ...accountJobs(deps),
  ];
}

function secretOf(token: string | null): Secret | null {
  return token === null ? null : new Secret(token);
}

/** Jobs for the operator's figures and alerts. */
function housekeepingJobs(deps: Deps): Job[] {
  const { db, config, alerts, log } = deps;
  const { prices, costLimits } = config.operator;
  return [
    {
      ...rollUpQueue,
      cron: '*/10 * * * *',
      expireSeconds: 900,
      retries: 0,
      async run() {
        await countEarlierRows(db, config.database.url);
        await rollUpCounters(db);
      },
    },
    {
      name: 'build-indexes',
      payload: nothing,
      cron: '*/10 * * * *',
      expireSeconds: 4 * 3600,
      retries: 0,
      async run() {
        await buildLateIndexes(db, config.database.url);
      },
    },
    {
      name: 'watch-costs',
      payload: nothing,
      cron: '29 * * * *',
      expireSeconds: 900,
      retries: 1,
      run: () => watchCosts({ db, databaseUrl: config.database.url, prices, costLimits, alerts }, new Date()),
    },
    {
      name: 'watch-public-address',
      payload: nothing,
      cron: '*/5 * * * *',
      expireSeconds: 120,
      retries: 0,
      run: () =>
        watchPublicAddress({
          db,
          publicUrl: config.http.publicUrl,
          sessionSecret: config.secrets.session,
          isWatched: config.alerting.watchesPublicAddress,
          log,
        }),
    },
  ];
}

/** The removal of expired rows. */
function retentionJobs({ config, db, phoneHash, log }: Deps): Job[] {
  return [
    {
      name: 'delete-old-texts',
      payload: nothing,
      cron: '*/10 * * * *',
      expireSeconds: 300,
      retries: 0,
      run: () => deleteOldTexts({ db, log }),
    },
    {
      name: 'forget-what-is-over',
      payload: nothing,
      cron: '17 * * * *',
      expireSeconds: 1800,
      retries: 1,
      run: () =>
        runSteps({ job: 'forget-what-is-over', log }, [
          () => forgetExpiredLimits(db),
          () => forgetAppliedOperations(db),
          () => deleteOldRecentQuestions(db),
          () => deleteOldTextHashes(db),
          () => forgetExpiredSessions(db),
          () => deleteOldMails(db),
          () => deleteOldRequests(db),
          () => deleteOldEvents(db),
          () => deleteOldAudit(db),
          () => deleteEndedSessions(db),
          () => deleteOldCosts(db),
          ...expiredAccountRows({ db, phoneHash }),
          () => removeOldLedgers(config.backup.ledgerDir, new Date()),
        ]),
    },
  ];
}
