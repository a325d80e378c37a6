import { onLine, type SignalGroup } from './signal.ts';

/** The lines of a third party that refuses our credentials: of any event, and of a call of the pages. */
function refusalsOf(provider: string) {
  return [
    { provider, failure: 'auth' },
    { event: 'provider_failed', provider, kind: 'auth' },
  ];
}

/** Third parties that refuse us, and the channels to the operator. */
export const providerSignals = {
  model_not_answering: {
    severity: 'warning',
    lamp: 'model',
    answers: 'slow',
    sentence: 'No answer provider answers: questions wait, and are asked again.',
    remedy:
      "Look at the provider's status page, and run npm run doctor. The code of the failure is in the log lines question_unanswered and model_failed. Questions are asked again until shortly before their deadline; then people get the apology, and answers_failing is raised.",
    rule: { kind: 'event', lines: [{ event: 'question_unanswered' }], atLeast: 3, minutes: 5 },
  },
  model_refuses_keys: {
    severity: 'critical',
    lamp: 'model',
    sentence: 'The first answer provider refuses our key: only the second one answers, where there is one.',
    remedy:
      'Check PERPLEXITY_API_KEY and the balance of its account, then restart. Without a second provider people get the apology meanwhile.',
    rule: onLine({ event: 'model_failed', provider: 'perplexity', kind: 'auth' }),
  },
  second_model_refuses_keys: {
    severity: 'critical',
    lamp: 'model',
    sentence:
      'The second answer provider refuses our key, our account or our settings: nothing backs the first one up.',
    remedy:
      'Run npm run doctor. Check OPENAI_API_KEY, OPENAI_MODEL and the balance of its account, then restart. The first provider answers meanwhile.',
    rule: onLine({ event: 'model_failed', provider: 'openai', kind: 'auth' }),
  },
  model_budget_spent: {
    severity: 'critical',
    lamp: 'model',
    sentence: 'An answer provider has used up its budget of the day: it is asked again after midnight UTC.',
    remedy:
      'Look at its share in the overview. If the use is real, raise PERPLEXITY_DOLLARS_PER_DAY or OPENAI_DOLLARS_PER_DAY and restart.',
    rule: onLine({ event: 'model_budget_spent' }),
  },
  demo_budget_spent: {
    severity: 'warning',
    sentence: 'The demo has used up its money of the day: until midnight UTC it answers only what costs nothing.',
    remedy:
      'Texts are not affected. If no one abuses the demo (look at searches on the Overview tab), raise DEMO_DOLLARS_PER_DAY, or the budgets of the providers, of which the demo has a quarter, and restart.',
    rule: onLine({ event: 'demo_budget_spent' }),
  },
  carrier_refuses_keys: {
    severity: 'critical',
    lamp: 'carrier',
    answers: 'not_answering',
    sentence: 'The carrier refuses our credentials: no text goes out.',
    remedy: 'Check TWILIO_AUTH_TOKEN or TWILIO_API_KEY, and that the account is active, then restart. Texts wait.',
    rule: onLine({ event: 'carrier_pause', code: 'auth' }, ...refusalsOf('carrier')),
  },
  payments_refuse_keys: {
    severity: 'critical',
    lamp: 'payments',
    sentence: 'The payment provider refuses our key: no plan can be bought or changed.',
    remedy: 'Check STRIPE_SECRET_KEY, then restart. Subscribers are answered meanwhile.',
    rule: onLine(...refusalsOf('payments')),
  },
  payments_rejected: {
    severity: 'warning',
    lamp: 'payments',
    sentence: 'The payment provider rejected several calls in an hour: perhaps no plan can be bought.',
    remedy:
      'Run npm run doctor: it reads whether Stripe lets the account take payments. Then look at the code in the log lines payments_failed, and at the log of requests in the Stripe Dashboard. Subscribers are answered meanwhile.',
    rule: { kind: 'event', lines: [{ event: 'payments_failed', failure: 'rejected' }], atLeast: 3, minutes: 60 },
  },
  identity_refuses_keys: {
    severity: 'critical',
    sentence: 'The identity service refuses our credentials.',
    remedy: 'Check the AWS credentials and the role of this machine (npm run doctor). Signed-in people stay signed in.',
    rule: onLine(...refusalsOf('identity')),
  },
  mail_refuses_keys: {
    severity: 'critical',
    lamp: 'mail',
    sentence: 'The mail server refuses our credentials: no email goes out.',
    remedy: 'Check the user and password in SMTP_URL, then restart. Emails wait, alerts by email among them.',
    rule: onLine(...refusalsOf('mail')),
  },
  no_email_goes_out: {
    severity: 'critical',
    lamp: 'mail',
    sentence: 'No email has gone out for an hour and a half, and some wait.',
    remedy:
      'Run npm run doctor, and look at the code in the log lines mail_failed and letter_failed: the mail server cannot be reached, or refuses or defers everything (550 MAIL FROM: our sender). Emails wait, alerts by email among them; with a code such as 554 alone they are given up after an hour.',
    rule: { kind: 'metric', metric: 'silent_mail_seconds', atLeast: 5400, forMinutes: 5 },
  },
  mail_outbox_stuck: {
    severity: 'warning',
    lamp: 'mail',
    sentence: 'An email or a support request has waited for an hour and a half.',
    remedy:
      'Look at the mail server and at the code in the log lines mail_failed and letter_failed. A support request that it keeps refusing: read and discard it in the admin area, under Overview.',
    rule: { kind: 'metric', metric: 'waiting_mail_seconds', atLeast: 5400, forMinutes: 5 },
  },
  mail_refused: {
    severity: 'warning',
    lamp: 'mail',
    sentence: 'The mail server refused one email for an hour, or put it off for five days: it is given up.',
    remedy: "Look at its code, and at SPF, DKIM and DMARC of the sender's domain.",
    rule: onLine({ event: 'mail_refused' }),
  },
  alert_channel_failed: {
    severity: 'warning',
    sentence: 'An alert could not be delivered on one of its channels.',
    remedy: 'The name in the log line is text, webhook or heartbeat: check its setting. The other channels had it.',
    rule: onLine({ event: 'alert_channel_failed' }),
  },
} as const satisfies SignalGroup;
