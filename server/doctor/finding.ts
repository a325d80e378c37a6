import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { skewMaxMs } from '#server/texting/recovery/clock-skew.ts';

/**
 * The result of a check. `fault`: it does not work until someone acts. `advice`: it works but could be better.
 * `sandbox`: an emulator on this machine, so there is nothing to check. `unseen`: it cannot be checked from here.
 */
export type Finding = {
  readonly kind: 'ok' | 'advice' | 'fault' | 'sandbox' | 'unseen';
  readonly says: string;
  /** What to do about it; every fault has it. */
  readonly act?: string;
  /** What `npm run setup` does about it; it can be repeated after a failure midway. */
  readonly repair?: Repair;
};

export type Repair = {
  /** What will be created or changed, for the plan that the operator agrees to: "Create the price monthly". */
  readonly does: string;
  readonly run: () => Promise<void>;
};

/** Stores a setting that a repair created with the operator's settings. Its value is shown to no one. */
export type KeepSetting = (name: string, value: string) => Promise<void>;

export function ok(says: string): Finding {
  return { kind: 'ok', says };
}

export function advice(says: string, act: string): Finding {
  return { kind: 'advice', says, act };
}

export function fault(says: string, act: string): Finding {
  return { kind: 'fault', says, act };
}

/** Something that cannot be checked from here, which is neither good nor bad. */
export function unseen(says: string): Finding {
  return { kind: 'unseen', says };
}

/** @param settings the settings that replace the sandbox by the real service */
export function playedBySandbox(settings: string): Finding {
  return { kind: 'sandbox', says: 'The sandbox plays it.', act: `For the real one set ${settings}.` };
}

/** What a failed call to a third party means for the operator. */
export function faultOfCall(error: unknown, { name, keys, address }: { name: string; keys: string; address: string }) {
  const { kind, code } = error instanceof ProviderError ? error : { kind: 'unavailable', code: undefined };
  const detail = code === undefined ? '' : ` (${code})`;
  if (kind === 'auth') return fault(`${name} refuses our credentials${detail}.`, `Check ${keys}.`);
  if (kind === 'rejected') return fault(`${name} refuses the request${detail}.`, `Check ${keys}.`);
  if (kind === 'rate_limited') return fault(`${name} says that we ask too often.`, 'Wait a minute, then ask again.');
  return fault(
    `${name} cannot be reached at ${address}${detail}.`,
    'Check that address, name resolution, and the firewall on the way out.',
  );
}

/** @param whose such as "Twilio's"; `skewMs`: how far that clock is ahead of this machine's; null if unknown */
export function judgeClock(whose: string, skewMs: number | null): Finding[] {
  if (skewMs === null || Math.abs(skewMs) <= skewMaxMs) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const says = `${whose} clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the one of this machine.`;
  return [advice(says, 'Let NTP set the clock of this machine, and that of the database.')];
}
