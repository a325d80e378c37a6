import type { Pool } from 'pg';

import type { Log } from '#server/platform/log.ts';
import type { PhoneHash } from '#server/texting/phone-hash.ts';

import { hasSlot } from '../journal/journal-file.repo.ts';
import { Journal, type JournalLimits } from '../journal/journal.repo.ts';
import { signOff } from '../watch/heartbeat.repo.ts';
import { replayJournal } from './replay.flow.ts';

export type OrphanParts = {
  readonly folder: string;
  readonly limits: JournalLimits;
  readonly pool: Pool;
  readonly phoneHash: PhoneHash;
  readonly log: Log;
  /** The heartbeat's name of a slot of this machine. */
  readonly slotName: (slot: number) => string;
  readonly firstShard: number;
};

/**
 * Carries out the journals of this machine whose processes died and did not come back, and strikes those processes off:
 * nobody need wait for them any more.
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

async function replayOrphan({ pool, log, phoneHash, firstShard }: OrphanParts, journal: Journal): Promise<number> {
  const finished = new Set([...journal.lines()].flatMap((line) => endOf(line) ?? []));
  return replayJournal({
    pool,
    journal,
    log,
    phoneHash,
    shard: firstShard + journal.slot,
    isIdle: () => true,
    isFinished: (sid) => finished.has(sid),
    onHanded: () => undefined,
    onApplied: () => undefined,
  });
}

function endOf(line: ReturnType<Journal['lines']> extends Generator<infer Line> ? Line : never): string | null {
  if (line.type === 'query.failed') return line.body.sid;
  const isOver = line.type === 'outbound.result' && line.body.state !== 'absent';
  return isOver ? line.body.sid : null;
}
