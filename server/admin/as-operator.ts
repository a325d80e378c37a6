import type { FastifyRequest } from 'fastify';

import type { ActionReason } from '#contract/admin-customer.ts';
import type { Db } from '#server/db/client.ts';
import { clientOf } from '#server/http/client.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';

import type { AdminAccess } from './access.ts';
import { type AuditEntry, recordAudit } from './audit.repo.ts';

export type OperatorDeps = { readonly access: AdminAccess; readonly db: Db; readonly securityLog: Log };

/** What an operator does, as the audit names it. */
export type Action<T> = {
  readonly name: AuditEntry['action'];
  /** An id, a masked number or the name of a feature; a function where only the result tells it. */
  readonly subject: string | null | ((result: T) => string | null);
  /** For what is done to a customer: recorded before it is run, and not run where that fails. */
  readonly reason?: ActionReason;
  readonly run: () => Promise<T>;
};

/**
 * Runs an action of the operator and records it: actor, time, action and outcome; no content. The action is not undone
 * when it cannot be recorded: the security log has it too.
 * @throws AppError `forbidden`, `rate_limited`
 */
export async function asOperator<T>(deps: OperatorDeps, request: FastifyRequest, action: Action<T>): Promise<T> {
  const actor = await deps.access.require(request);
  const why = action.reason === undefined ? {} : { reason: action.reason };
  const record = (outcome: string, subject: string | null): Promise<void> =>
    recordAction(deps, request, { action: action.name, actor, subject, outcome, ...why });
  const known = typeof action.subject === 'function' ? null : action.subject;
  if (action.reason !== undefined) {
    const { address } = clientOf(request);
    await recordAudit(deps.db, { action: action.name, actor, address, subject: known, outcome: 'begun', ...why });
  }
  try {
    const result = await action.run();
    await record('done', typeof action.subject === 'function' ? action.subject(result) : known);
    return result;
  } catch (error) {
    await record(error instanceof AppError ? error.code : 'failed', known);
    throw error;
  }
}

/** Records an action in the audit and in the security log. Never throws. */
export async function recordAction(
  { db, securityLog }: Pick<OperatorDeps, 'db' | 'securityLog'>,
  request: FastifyRequest,
  entry: Omit<AuditEntry, 'address'>,
): Promise<void> {
  const { action, actor, outcome } = entry;
  securityLog.info({ event: 'admin_action', name: action, kind: actor, outcome }, 'the operator acted');
  await recordAudit(db, { ...entry, address: clientOf(request).address }).catch((error: unknown) => {
    securityLog.error({ event: 'audit_failed', ...errorFields(error) }, 'an admin action could not be recorded');
  });
}
