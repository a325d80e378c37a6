import { type Metrics, timed } from './platform/metrics.ts';
import type { AnswerModel, Carrier, OutgoingText, SendNeed } from './providers/ports.ts';

/** The carrier, with the time that a send takes noted for `/metrics`. */
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

/** The model, with the time that a try takes noted for `/metrics`. */
export function timedModel(model: AnswerModel, { modelSeconds }: Metrics): AnswerModel {
  return {
    ask: timed(
      modelSeconds,
      (...question: Parameters<AnswerModel['ask']>) => model.ask(...question),
      () => 'answered',
    ),
  };
}
