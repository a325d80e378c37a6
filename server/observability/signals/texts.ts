import { onLine, type SignalGroup } from './signal.ts';

/** Texts, and the sends that answer them. */
export const textSignals = {
  answers_slow: {
    severity: 'warning',
    answers: 'slow',
    sentence: 'Answers take longer than the 2 to 8 seconds that we promise.',
    remedy:
      'Look at askline_model_seconds and askline_model_calls_waiting: usually the model is slow or refuses calls. If askline_carrier_calls_waiting is high, the carrier is the limit.',
    rule: { kind: 'metric', metric: 'answer_p95_seconds', atLeast: 8, forMinutes: 10 },
  },
  answers_failing: {
    severity: 'critical',
    answers: 'not_answering',
    sentence: 'Half of the questions or more get no answer.',
    remedy:
      'The Overview tab shows the causes. For the model, check its status page and run npm run doctor; people get the apology meanwhile.',
    rule: { kind: 'metric', metric: 'failed_answer_ratio', atLeast: 0.5, forMinutes: 2 },
  },
  answers_sometimes_failing: {
    severity: 'warning',
    answers: 'slow',
    sentence: 'One question in ten or more gets no answer.',
    remedy: 'Look at the causes on the Overview tab: codes of the model, or of the carrier.',
    rule: { kind: 'metric', metric: 'failed_answer_ratio', atLeast: 0.1, forMinutes: 15 },
  },
  texts_blocked: {
    severity: 'critical',
    lamp: 'carrier',
    answers: 'not_answering',
    sentence: 'Half of our texts or more are taken by the carrier and then not delivered.',
    remedy:
      'The codes are on the Overview tab, under the causes of failures (Not delivered). Run npm run doctor: it reads the account, the campaign and the registration of each number. 30002 or 30033 is a suspension, 30034 or 30032 a number that is not registered, 30023 or 30027 the cap of the day, 30007 a filter. Then ask Twilio.',
    // Of an hour of texts, half would be blocked after half an hour.
    rule: { kind: 'metric', metric: 'undelivered_lately_ratio', atLeast: 0.5, forMinutes: 2 },
  },
  texts_sometimes_blocked: {
    severity: 'warning',
    lamp: 'carrier',
    answers: 'slow',
    sentence: 'One of our texts in ten or more is taken by the carrier and then not delivered.',
    remedy:
      'The codes are on the Overview tab, under the causes of failures (Not delivered). With 30007 a filter stops texts: look at what changed in them. With the others run npm run doctor, and look at the status of the carrier.',
    rule: { kind: 'metric', metric: 'undelivered_ratio', atLeast: 0.1, forMinutes: 10 },
  },
  text_overdue: {
    severity: 'critical',
    answers: 'not_answering',
    sentence: 'A text has been open for two minutes beyond its deadline.',
    remedy:
      'Check that a worker runs (askline_texts_working_on) and that the carrier takes calls. The text is kept and continues when they do.',
    rule: { kind: 'metric', metric: 'overdue_text_seconds', atLeast: 120, forMinutes: 1 },
  },
  answer_loop_stuck: {
    severity: 'critical',
    answers: 'slow',
    sentence: 'A process has not looked for texts for 30 seconds.',
    remedy:
      'Restart it: the log line answer_loop_stuck is from it, and its /readyz is 503. Texts that it was working on wait in the database or in its journal, and are answered by another process or after the restart. Then report it, with the log lines before.',
    rule: { kind: 'metric', metric: 'answer_loop_stuck', atLeast: 1, forMinutes: 0 },
  },
  sends_unknown: {
    severity: 'warning',
    lamp: 'carrier',
    sentence: 'It has been unknown for three minutes whether a text went out.',
    remedy:
      "Usually the carrier does not list its messages: look at the carrier's status. The send ends at its text's deadline and is not repeated.",
    rule: { kind: 'metric', metric: 'unknown_send_seconds', atLeast: 180, forMinutes: 1 },
  },
  duplicate_detected: {
    severity: 'critical',
    sentence: 'The carrier has one text twice.',
    remedy: 'Look for a process that was frozen for over a minute; the log line names the send.',
    rule: onLine({ event: 'duplicate_detected' }),
  },
  send_unresolved: {
    severity: 'warning',
    lamp: 'carrier',
    sentence: "A text's deadline passed before the carrier could say whether it was sent.",
    remedy: "It is not sent again. Look at the carrier's status.",
    rule: onLine({ event: 'send_unresolved' }),
  },
  text_given_up: {
    severity: 'warning',
    lamp: 'carrier',
    sentence: 'Three sends of one text failed before they reached the carrier.',
    remedy: "Look at the carrier's status, and at the network between this machine and the carrier.",
    rule: onLine({ event: 'text_given_up' }),
  },
  list_not_believed: {
    severity: 'warning',
    lamp: 'carrier',
    sentence: "The carrier's list lacks messages that it must contain.",
    remedy: "Wait: unknown sends stay unknown until their text's deadline. If it lasts, ask Twilio.",
    rule: { kind: 'event', lines: [{ event: 'list_not_believed' }], atLeast: 10, minutes: 15 },
  },
  missed_texts_found: {
    severity: 'warning',
    lamp: 'carrier',
    sentence: 'Webhooks of the carrier do not reach us.',
    remedy:
      "The texts are found in the carrier's list and answered, up to a minute late. Look at the proxy and at the webhook's address (npm run doctor); if forged_webhooks is raised too, TWILIO_AUTH_TOKEN or PUBLIC_URL is wrong.",
    rule: { kind: 'event', lines: [{ event: 'missed_texts_found' }], atLeast: 3, minutes: 60 },
  },
  carrier_pause: {
    severity: 'warning',
    lamp: 'carrier',
    sentence: 'The carrier refuses calls again and again.',
    remedy:
      'Texts are sent later. The code in the log is rate_limited, trouble or number: wait, and look at its status. If number lasts, set TWILIO_SEGMENTS_PER_SECOND.',
    rule: {
      kind: 'event',
      lines: ['rate_limited', 'trouble', 'number'].map((code) => ({ event: 'carrier_pause', code })),
      atLeast: 10,
      minutes: 30,
    },
  },
  redaction_given_up: {
    severity: 'warning',
    sentence: 'The copy of a text could not be removed at the carrier in two weeks.',
    remedy:
      'Remove it by hand; the log line has its id. It is tried again every day, and a deletion of its account waits for it. The privacy page promises it.',
    rule: onLine({ event: 'redaction_given_up' }),
  },
  opt_outs_high: {
    severity: 'warning',
    sentence: 'More than one text in twenty is answered with an opt-out.',
    remedy:
      'Carriers block senders for this. Look at the kinds of texts on the Overview tab: which ones do people get who did not ask?',
    rule: { kind: 'metric', metric: 'opt_out_ratio', atLeast: 0.05, forMinutes: 10 },
  },
  segments_high: {
    severity: 'warning',
    sentence: 'Texts are longer than usual: over two and a half segments on average.',
    remedy:
      'Each segment is billed. Look at the share of answers in UCS-2 on the Overview tab (ucs2_answers_high), and at recent changes of the prompt.',
    rule: { kind: 'metric', metric: 'segments_per_text', atLeast: 2.5, forMinutes: 30 },
  },
  ucs2_answers_high: {
    severity: 'warning',
    sentence: 'One answer in fifty, or more, is sent in UCS-2, at about twice the price.',
    remedy:
      'One character outside the cheap alphabet is enough. If customers ask in languages of other scripts, this is what those cost. Otherwise a character gets past the formatter: look at recent changes of the model and the prompt, and report it, without the text.',
    rule: { kind: 'metric', metric: 'ucs2_answer_ratio', atLeast: 0.02, forMinutes: 30 },
  },
} as const satisfies SignalGroup;
