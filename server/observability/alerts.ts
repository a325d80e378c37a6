import type { SignalCode } from './signals/signals.ts';

/** How to reach the operator. */
export interface OperatorAlerts {
  /**
   * Alerts the operator to a signal, at most once for each `scope` (an id, a day): counted (`alerts.<code>`), logged
   * (`operator_alert`), and sent on every channel that is set up.
   * @param about the account that it concerns; the email names it, and is deleted with it
   * @returns false if it was already sent
   */
  raise(code: SignalCode, about: { readonly scope: string; readonly userId?: string | null }): Promise<boolean>;
}
