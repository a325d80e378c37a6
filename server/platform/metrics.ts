import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts and times, for Prometheus. Labels are codes and names, never numbers of people. */
export type Metrics = ReturnType<typeof createMetrics>;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30];

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'askline_' });
  const registers = [registry];
  return {
    registry,
    textsTakenIn: new Counter({
      name: 'askline_texts_taken_in_total',
      help: 'Texts taken in',
      labelNames: ['kind'],
      registers,
    }),
    takeInSeconds: new Histogram({
      name: 'askline_take_in_seconds',
      help: 'Webhook to acknowledgement',
      buckets: seconds,
      registers,
    }),
    modelSeconds: new Histogram({
      name: 'askline_model_seconds',
      help: 'One try at the model',
      buckets: seconds,
      registers,
    }),
    sendSeconds: new Histogram({
      name: 'askline_send_seconds',
      help: 'One send to the carrier',
      buckets: seconds,
      registers,
    }),
    sends: new Counter({ name: 'askline_sends_total', help: 'Sends by outcome', labelNames: ['outcome'], registers }),
    duplicates: new Counter({
      name: 'askline_sms_duplicates_detected',
      help: 'Texts that got two replies: must stay 0',
      registers,
    }),
    textsInHand: new Gauge({ name: 'askline_texts_in_hand', help: 'Texts whose words are in memory', registers }),
    workingOn: new Gauge({ name: 'askline_texts_working_on', help: 'Texts under lease here', registers }),
  };
}
