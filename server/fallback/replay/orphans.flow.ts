import type { Pool } from 'pg';

import type { Log } from '#server/platform/log.ts';
import type { PhoneHash } from '#server/texting/phone-hash.ts';

import type { Claims } from '../journal/claims.repo.ts';
import { hasSlot } from '../journal/journal-file.repo.ts';
import { Journal, type JournalLimits } from '../journal/journal.repo.ts';
import { spokenForBy } from '../journal/operations.ts';
import { signOff } from '../watch/heartbeat.repo.ts';
import { replayJournal } from './replay.flow.ts';

export type OrphanParts = {
  readonly folder: string;
  readonly limits: JournalLimits;
  readonly pool: Pool;
  readonly claims: Claims;
  readonly phoneHash: PhoneHash;
  readonly log: Log;
  /** The heartbeat's name of a slot of this machine. */
  readonly slotName: (slot: number) => string;
};

/**
 * Carries out the journals of this machine whose processes died and did not come back, and strikes those processes off:
 * no one need wait for them any more.
 * @returns how many operations were carried out
 */
export async function replayOrphans(parts: OrphanParts): Promise<number> {
  const { folder, limits, pool, log, slotName } = parts;
  let applied = 0;
  for (let slot = 0; hasSlot(folder, slot); slot += 1) {
    const journal = Journal.adopt(folder, slot, limits, log);
    if (journal === null) continue; // its process lives
    try {
      applied += await replayOrphan(parts, journal);
      if (journal.size === 0) await signOff(pool, slotName(slot));
    } finally {
      journal.close();
    }
  }
  return applied;
}

async function replayOrphan(parts: OrphanParts, journal: Journal): Promise<number> {
  const { pool, claims, log, phoneHash } = parts;
  const spokenFor = new Set([...journal.lines()].flatMap((line) => spokenForBy(line) ?? []));
  return replayJournal({
    pool,
    journal,
    claims,
    log,
    phoneHash,
    slot: journal.slot,
    isIdle: () => true,
    isSpokenFor: (sid) => spokenFor.has(sid),
    onHanded: () => undefined,
    onApplied: () => undefined,
  });
}
