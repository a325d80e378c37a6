import { AppError } from '#server/platform/errors.ts';
import { Semaphore } from '#server/platform/semaphore.ts';

/** How many unfinished forms one sender may have, and each network around it. */
const unfinishedMax = { own: 1, around: 2 } as const;

/** Not the message of the rate limits, because this person may have sent nothing yet. */
const othersUnfinished =
  'Another message from you or your network is still being sent, so this one wasn’t. Please wait a minute, then send it again.';
/** As the message says. Within this time the server ends a broken connection (http/create-http.ts). */
const retryAfterSeconds = 60;

/**
 * Turns at reading a form, which takes memory: few forms at a time, and even fewer from one network, which could
 * otherwise keep everyone else waiting by sending its bodies slowly (docs/reference/security.md#t19). Counted per
 * process.
 */
export class FormTurns {
  readonly #turns = new Semaphore({ atOnce: 4, waitingMax: 30 });
  readonly #unfinished = new Map<string, number>();

  /**
   * Runs `read` when it is the form's turn.
   * @param askers keys: the account or client that sends the form, then each network around it
   * @param leaving ends the wait for the turn; `read` must detect that its sender has left
   * @throws AppError `rate_limited` while another form of theirs is unfinished; `temporarily_unavailable`;
   * the reason of `leaving`
   */
  async run<T>(
    { askers, leaving }: { readonly askers: readonly string[]; readonly leaving: AbortSignal },
    read: () => Promise<T>,
  ): Promise<T> {
    const isOver = askers.some((key, index) => {
      return (this.#unfinished.get(key) ?? 0) >= (index === 0 ? unfinishedMax.own : unfinishedMax.around);
    });
    if (isOver) throw new AppError('rate_limited', othersUnfinished, { retryAfterSeconds });
    for (const key of askers) this.#unfinished.set(key, (this.#unfinished.get(key) ?? 0) + 1);
    try {
      return await this.#turns.run(read, leaving);
    } finally {
      for (const key of askers) this.#release(key);
    }
  }

  #release(key: string): void {
    const left = (this.#unfinished.get(key) ?? 0) - 1;
    if (left > 0) this.#unfinished.set(key, left);
    else this.#unfinished.delete(key);
  }
}
