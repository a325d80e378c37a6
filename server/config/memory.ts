import type { SettingsReader } from './env-reader.ts';

/**
 * How many minutes an answered question may be recalled for a follow-up, and the carrier keeps its copies; 0: not at
 * all (docs/decisions/0039-ten-minutes-of-memory.md).
 */
export function readMemoryMinutes(read: SettingsReader): number {
  return read.integer('MEMORY_MINUTES', 10, { min: 0, max: 60 });
}
