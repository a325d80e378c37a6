import type { Db } from '#server/db/client.ts';
import { callSelf, certificateEnd, type PublicAddress } from '#server/http/call-self.ts';
import { SelfCheck } from '#server/http/self-check.ts';
import type { Log } from '#server/observability/log.ts';
import { isLoopback } from '#server/platform/loopback.ts';

import { forgetPublicAddress, notePublicAddress } from './public-address.repo.ts';

export type PublicAddressWatchDeps = PublicAddress & {
  readonly db: Db;
  readonly sessionSecret: string;
  /** PUBLIC_ADDRESS_ALERT: whether this machine can reach its public address at all. */
  readonly isWatched: boolean;
  readonly log: Log;
};

/**
 * Calls this installation through its public address, as the carrier and visitors do, and notes that it was reached. A
 * metric has the time since. Behind a router without NAT loopback the address is never reached, so nothing fires; an
 * operator who moves behind such a router turns the check off (PUBLIC_ADDRESS_ALERT).
 */
export async function watchPublicAddress(deps: PublicAddressWatchDeps): Promise<void> {
  const { db, publicUrl, isWatched, log } = deps;
  const hasCertificate = publicUrl.startsWith('https:');
  if (!isWatched || (isLoopback(publicUrl) && !hasCertificate)) return forgetPublicAddress(db);
  const answer = await callSelf(deps, Buffer.alloc(16));
  if ('status' in answer && answer.status === 200 && SelfCheck.safeParse(answer.body).success) {
    return notePublicAddress(db, new Date(), hasCertificate ? await certificateEnd(deps) : null);
  }
  const code = 'code' in answer ? answer.code : String(answer.status);
  log.warn({ event: 'public_address_unreached', code }, 'this installation was not reached at PUBLIC_URL');
}
