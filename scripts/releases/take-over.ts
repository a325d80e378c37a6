import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { localUrl } from '#server/platform/loopback.ts';

import { runOnce } from '../lib/run-once.ts';
import type { LaunchSettings } from '../lib/settings.ts';

/** Longer than a stop with its drain (35 s) and a start; with migrations of large tables it may take longer. */
const patienceMs = 120_000;
const Status = z.object({ version: z.object({ deployTime: z.nullable(z.string()) }) });

export type TakeOver = {
  readonly settings: Pick<LaunchSettings, 'host' | 'port'>;
  /** `preparedAt` of the release that is to answer; null: any other than before. */
  readonly preparedAt: string | null;
  /** A command that restarts the processes (RESTART_COMMAND); without one, the launcher of `npm start` restarts itself. */
  readonly command: string | undefined;
  /** The command that returns to what was left; null where none does. */
  readonly wayBack: string | null;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
};

/** Which release answers at the port of this machine: when it was prepared. @returns undefined if nothing answers */
export async function answering({ host, port }: TakeOver['settings']): Promise<string | null | undefined> {
  try {
    const response = await fetch(`${localUrl(host, port)}/api/status`, { signal: AbortSignal.timeout(2000) });
    return Status.parse(await response.json()).version.deployTime;
  } catch {
    return undefined;
  }
}

/**
 * Restarts what runs, and waits until the release that was switched to answers.
 * @param before what answered before the switch; undefined: nothing did, and nothing is waited for
 * @returns whether the release answers, or need not
 */
export async function takeOver(to: TakeOver, before: string | null | undefined): Promise<boolean> {
  const { settings, preparedAt, command, wayBack, signal, say } = to;
  const orReturn = wayBack === null ? '' : `, or return: ${wayBack}`;
  if (command !== undefined && command !== '') {
    say(`Restarting: ${command}`);
    const { code } = await runOnce(['/bin/sh', '-c', command], { signal, show: true });
    if (code !== 0) {
      say(`RESTART_COMMAND ended with ${code}. The release is switched to: whatever starts from now on runs it.`);
      say('If a process did not start, leave the others running: they still answer, with the release from before.');
      say(`Read the log of that process (journalctl --unit askline@PORT)${orReturn}`);
      say(
        'If the command itself is wrong, correct it, and restart one process after the other: each must be ready first.',
      );
      return false;
    }
  }
  if (before === undefined) {
    say('Nothing answers at the port of this machine, so nothing was waited for: the next start runs it.');
    return true;
  }
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && !signal.aborted) {
    const now = await answering(settings);
    if (now !== undefined && (preparedAt === null ? now !== before : now === preparedAt)) {
      say('It answers.');
      return true;
    }
    await wait(500);
  }
  if (signal.aborted) {
    say('Stopped waiting. The release is switched to: whatever starts from now on runs it.');
    return false;
  }
  say(
    `It does not answer after ${patienceMs / 1000} s. Read the log of the processes: a start that migrates may take longer,`,
  );
  say('and waits for a running backup. Otherwise restart them if nothing does it for you (RESTART_COMMAND)' + orReturn);
  return false;
}

/**
 * For an update to what is switched to already: restarts again if that does not answer, because the restart after the
 * switch may have failed.
 * @param before what answers now
 * @returns whether the release answers, or need not
 */
export async function takeOverAgain(to: TakeOver, before: string | null | undefined): Promise<boolean> {
  const { settings, preparedAt, command, say } = to;
  if (before !== preparedAt) {
    const answers = before === undefined ? 'nothing answers' : 'another one answers';
    say(`That release is switched to already, but ${answers} at port ${settings.port}.`);
    return takeOver(to, before);
  }
  say(`That is the release that runs already, at port ${settings.port}.`);
  if (command !== undefined && command !== '') {
    say(`If a process at another port still runs the release before, restart it (RESTART_COMMAND: ${command}).`);
  }
  return true;
}
