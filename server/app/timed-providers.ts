import { type Metrics, timed } from '#server/observability/metrics.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import type { Carrier, OutgoingText, SendNeed } from '#server/providers/ports/carrier.ts';

/** The carrier, measuring the duration of each send for `/metrics`. */
export function timedCarrier<T extends Carrier>(carrier: T, { sendSeconds }: Metrics): T {
  async function turn(need: SendNeed): ReturnType<Carrier['turn']> {
    const taken = await carrier.turn(need);
    if ('waitMs' in taken) return taken;
    return {
      send: timed(
        sendSeconds,
        (text: OutgoingText) => taken.send(text),
        ({ kind }) => kind,
      ),
      [Symbol.dispose]: () => taken[Symbol.dispose](),
    };
  }
  return { ...carrier, turn };
}

/** The model, measuring the duration of each attempt by provider for `/metrics`. */
export function timedModel(model: AnswerModel, { modelSeconds }: Metrics): AnswerModel {
  const { provider } = model;
  return {
    provider,
    ask: timed(
      { note: (labels, tookMs) => modelSeconds.note({ ...labels, provider }, tookMs) },
      (...question: Parameters<AnswerModel['ask']>) => model.ask(...question),
      () => 'answered',
    ),
  };
}
