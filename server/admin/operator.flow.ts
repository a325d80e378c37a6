import type { FastifyRequest } from 'fastify';

import type { Db } from '#server/db/client.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import { errorFields, type Log } from '#server/platform/log.ts';

import type { AdminAccess } from './access.flow.ts';
import { type AuditEntry, noteAudit } from './audit.repo.ts';

export type OperatorParts = { readonly access: AdminAccess; readonly db: Db; readonly securityLog: Log };

type Deed<T> = {
  readonly action: AuditEntry['action'];
  /** An id, a masked number or the name of a feature; from the result where that is what tells. */
  readonly subject: string | null | ((result: T) => string | null);
  readonly run: () => Promise<T>;
};

/**
 * Lets the operator do something, and keeps that it was done: who, when, what, how it ended; no content. A deed is not
 * undone because it could not be noted: the security log has it as well.
 * @throws AppError `forbidden`, `rate_limited`
 */
export async function asOperator<T>(parts: OperatorParts, request: FastifyRequest, deed: Deed<T>): Promise<T> {
  const actor = await parts.access.require(request);
  const note = (outcome: string, subject: string | null): Promise<void> =>
    noteDeed(parts, request, { action: deed.action, actor, subject, outcome });
  const known = typeof deed.subject === 'function' ? null : deed.subject;
  try {
    const result = await deed.run();
    await note('done', typeof deed.subject === 'function' ? deed.subject(result) : known);
    return result;
  } catch (error) {
    await note(error instanceof AppError ? error.code : 'failed', known);
    throw error;
  }
}

/** Keeps that something was done, in the audit and in the security log. Never throws. */
export async function noteDeed(
  { db, securityLog }: Pick<OperatorParts, 'db' | 'securityLog'>,
  request: FastifyRequest,
  deed: Omit<AuditEntry, 'address'>,
): Promise<void> {
  const { action, actor, outcome } = deed;
  securityLog.info({ event: 'admin_action', name: action, kind: actor, outcome }, 'the operator acted');
  await noteAudit(db, { ...deed, address: clientOf(request).address }).catch((error: unknown) => {
    securityLog.error({ event: 'audit_failed', ...errorFields(error) }, 'an admin action could not be noted');
  });
}
