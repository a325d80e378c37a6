import type { DumpFacts } from '#server/backup/dump.repo.ts';
import type { Config } from '#server/config/config.ts';
import { hasLedger } from '#server/platform/ledger.ts';
import { phoneHash } from '#server/texting/store/phone-hash.ts';

/** A fixed text whose hash identifies the key of the hashed numbers. */
const probe = 'the key of this installation';

/** Identifies the key of the hashed numbers (PHONE_HASH_SECRET), without which a restore would forget opt-outs. */
export function phoneHashProbe({ secrets }: Pick<Config, 'secrets'>): string {
  return phoneHash(secrets.phoneHash)(probe);
}

/** What a copy of the database records about its installation. */
export function dumpFacts(config: Pick<Config, 'secrets' | 'version' | 'backup'>): DumpFacts {
  return {
    release: config.version.commit ?? 'unknown',
    phoneHashProbe: phoneHashProbe(config),
    hasLedger: hasLedger(config.backup.ledgerDir),
  };
}
