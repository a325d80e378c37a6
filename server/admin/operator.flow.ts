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
  const note = async (outcome: string, subject: string | null): Promise<void> => {
    const entry = { action: deed.action, actor, address: clientOf(request).address, subject, outcome };
    parts.securityLog.info({ event: 'admin_action', name: deed.action, kind: actor, outcome }, 'the operator acted');
    await noteAudit(parts.db, entry).catch((error: unknown) => {
      parts.securityLog.error({ event: 'audit_failed', ...errorFields(error) }, 'an admin action could not be noted');
    });
  };
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
