import { type Metrics, timed } from './platform/metrics.ts';
import type { AnswerModel, Carrier } from './providers/ports.ts';

/** The carrier, with the time that a send takes noted for `/metrics`. */
export function timedCarrier<T extends Carrier>(carrier: T, { sendSeconds }: Metrics): T {
  const send = timed(
    sendSeconds,
    (text: Parameters<Carrier['send']>[0]) => carrier.send(text),
    ({ kind }) => kind,
  );
  return { ...carrier, send };
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
