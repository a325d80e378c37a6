import { setTimeout as wait } from 'node:timers/promises';

import type { Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Tally } from '#server/platform/tally.ts';
import { type AnswerModel, ProviderError } from '#server/providers/ports.ts';

import type { Circuit } from './circuit.ts';
import { formatSms } from './format-sms.ts';
import { instructions, questionWithContext } from './prompt.ts';

export type Question = {
  readonly words: Secret;
  /** IANA name of the place whose time "now" is, when it is known where the person is. */
  readonly timeZone: string | null;
  /** Who pays for it, in the operator's figures. */
  readonly purse: 'model' | 'demo';
  /** All tries together end within this. */
  readonly budgetMs: number;
};

/** An answer as it goes out: plain text that fits a few segments. */
export type Answer = {
  readonly body: Secret;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly microdollars: number | null;
};

/** There will be no answer within the budget. The caller says sorry, once. */
export class NoAnswer extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`no answer: ${why}`);
    this.name = 'NoAnswer';
    this.why = why;
  }
}

export type AnswerQuery = (question: Question, signal: AbortSignal) => Promise<Answer>;
type Parts = {
  readonly model: AnswerModel;
  readonly circuit: Circuit;
  readonly attemptMs: number;
  readonly log: Log;
  readonly tally: Pick<Tally, 'add'>;
};

const triesMax = 2;
const pauseMs = { min: 250, max: 1000 };

/**
 * The engine: a question in, a text out. The same for a phone and for the demo on the home page.
 * Throws NoAnswer when the model cannot be reached, fails, or says nothing that can be sent; and whatever `signal` was
 * aborted with.
 */
export function createAnswerQuery({ model, circuit, attemptMs, log, tally }: Parts): AnswerQuery {
  async function attempt(question: Question, leftMs: number, signal: AbortSignal): Promise<Answer> {
    // A timeout is a whole number of milliseconds: a fraction, or less than none, would throw (Node, validateUint32).
    const timeoutMs = Math.ceil(Math.max(1, Math.min(attemptMs, leftMs)));
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const input = new Secret(
      questionWithContext(question.words.reveal(), { now: new Date(), timeZone: question.timeZone }),
    );
    const { text, isCutOff, cost } = await model.ask({ instructions, input }, ended);
    const { microdollars } = cost;
    if (microdollars === null) tally.add(`${question.purse}.unpriced`);
    else tally.add(`${question.purse}.microdollars`, microdollars);
    const formatted = formatSms(text.reveal(), { isCutOff });
    if (formatted === null) throw new ProviderError('model', 'unavailable', { code: 'nothing_to_say' });
    const { body, segments, encoding } = formatted;
    return { body: new Secret(body), segments, encoding, microdollars };
  }

  return async function answerQuery(question, signal) {
    const endsAt = performance.now() + question.budgetMs;
    for (let tries = 1; ; tries += 1) {
      if (!circuit.mayCall()) throw new NoAnswer('circuit_open');
      try {
        const answer = await attempt(question, endsAt - performance.now(), signal);
        circuit.succeeded();
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError)) throw error;
        circuit.failed();
        log.warn(
          { event: 'model_failed', kind: error.kind, code: error.code ?? null, attempt: tries },
          'the model gave no answer',
        );
        const pause = error.retryAfterMs ?? pauseMs.min + Math.random() * (pauseMs.max - pauseMs.min);
        const isHopeless = error.kind === 'auth' || error.kind === 'rejected' || tries >= triesMax;
        if (isHopeless || performance.now() + pause >= endsAt) throw new NoAnswer(error.code ?? error.kind);
        await wait(pause, undefined, { signal });
      }
    }
  };
}
