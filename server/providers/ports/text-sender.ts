import type { Secret } from '#server/platform/secret.ts';

/**
 * Sends a proactive text: a verification code or account news. Respects opt-outs, writes the intent to disk before the
 * send, and allows one open send between two numbers.
 */
export interface TextSender {
  /**
   * `sent` also when its outcome is not known yet. `busy`: an earlier text to this phone has no outcome yet.
   * `failed`: the carrier refuses the number. `unavailable`: it took no text, whatever the number.
   */
  send(text: {
    readonly to: string;
    /** The service number to send from; unset for codes, which have a number of their own if there are several. */
    readonly from?: string;
    readonly purpose: 'code' | 'account';
    readonly body: Secret;
    readonly validitySeconds: number;
  }): Promise<'sent' | 'opted_out' | 'busy' | 'failed' | 'unavailable'>;
}
