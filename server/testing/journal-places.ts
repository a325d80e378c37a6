import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { vi } from 'vitest';

import { MessageLocks } from '#server/outage/journal/message-locks.ts';

type Place = { readonly path: string };

/** A folder for the journals of a machine, removed at the end. */
export function journalsFolder(): Place & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'askline-journals-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** Two processes of a machine. */
export function neighbors({ path }: Place): [MessageLocks, MessageLocks] {
  return [new MessageLocks(path, 0), new MessageLocks(path, 1)];
}

/** The texts that are locked during an outage. */
export function lockedTexts({ path }: Place): string[] {
  return readdirSync(join(path, 'claims'));
}

/** Reserves one text. @returns its release */
export function reserve(locks: MessageLocks, sid: string): () => void {
  const [release] = locks.reserve([sid]);
  if (!release) throw new Error('there is no release for the text');
  return release;
}

/** Sets the machine's clock, in seconds, until `vi.restoreAllMocks`. */
export function setMachineClock(seconds: number): void {
  vi.spyOn(process.hrtime, 'bigint').mockReturnValue(BigInt(seconds) * 1_000_000_000n);
}
