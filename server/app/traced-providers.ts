import { failureOf } from '#server/observability/tracing/span-facts.ts';
import { inSpan } from '#server/observability/tracing/spans.ts';
import type { Tracing } from '#server/observability/tracing/tracing.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import type { Carrier, OutgoingText, SendNeed } from '#server/providers/ports/carrier.ts';

/** The carrier, with a span for each send and each removal of a copy; a sent text begins its own trace. */
export function tracedCarrier<T extends Carrier>(carrier: T, tracing: Tracing): T {
  async function turn(need: SendNeed): ReturnType<Carrier['turn']> {
    const taken = await carrier.turn(need);
    if ('waitMs' in taken) return taken;
    return {
      send: (text: OutgoingText) =>
        inSpan('send.call', async (says) => {
          const outcome = await taken.send(text);
          says({ outcome: outcome.kind, code: 'code' in outcome ? outcome.code : undefined });
          if (outcome.kind === 'accepted') tracing.begin(outcome.sid, 'message.sent', { segments: need.segments });
          return outcome;
        }),
      [Symbol.dispose]: () => taken[Symbol.dispose](),
    };
  }
  return {
    ...carrier,
    turn,
    redact: (sid: string) =>
      tracing.ofMessage(sid, 'copy.redact', async (says) => {
        const outcome = await carrier.redact(sid);
        says({ outcome });
        return outcome;
      }),
  };
}

/** The model, with a span for each call: its provider and outcome, nothing from the prompt. */
export function tracedModel(model: AnswerModel): AnswerModel {
  const { provider } = model;
  return {
    provider,
    ask: (prompt, signal) =>
      inSpan('model.call', async (says) => {
        says({ provider });
        try {
          const answer = await model.ask(prompt, signal);
          says({ outcome: 'answered' });
          return answer;
        } catch (error) {
          says(signal.aborted ? { outcome: 'aborted' } : { failure: failureOf(error) });
          throw error;
        }
      }),
  };
}
