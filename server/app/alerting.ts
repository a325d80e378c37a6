import { brand } from '#contract/brand.ts';
import {
  type AlertChannel,
  createOperatorAlerts,
  type OperatorAlertDeps,
  type ProcessAlerts,
} from '#server/admin/alerting/operator-alerts.ts';
import { readOperatorPhone } from '#server/admin/alerting/operator-phone.repo.ts';
import { type MetricDeps, readMetrics } from '#server/admin/alerting/read-metrics.ts';
import { textChannel, type TextChannelDeps } from '#server/admin/alerting/text-channel.ts';
import { SignalWatch } from '#server/admin/alerting/watch-signals.ts';
import { webhookChannel, type WebhookChannelDeps } from '#server/admin/alerting/webhook-channel.ts';
import { type ReadDisruption, watchDisruption } from '#server/admin/desk/disruption.ts';
import { recordFiring } from '#server/admin/desk/firing-signals.repo.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import type { LogSwitch } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { isCountedBySubject, type SignalEvent, subjectsOf } from '#server/observability/signals/signal-lines.ts';
import { type MetricName, gaugeName, signalMetrics } from '#server/observability/signals/signal-metrics.ts';
import { type SignalCode, signalCodes, signalMetric, signals } from '#server/observability/signals/signals.ts';
import type { Eligibility } from '#server/outage/eligibility/eligibility.ts';
import type { Outage } from '#server/outage/outage.ts';
import { diskShortage } from '#server/platform/disk-space.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';
import type { Mailer } from '#server/providers/ports/mailer.ts';
import { outgoingWebhook } from '#server/providers/webhook/outgoing-webhook.ts';
import { sendAlertEmail } from '#server/support/outbox/alert-email.ts';
import type { LoopWatch } from '#server/texting/answering/loop-watch.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

/** What signals and alert channels need from a process. */
type AlertingContext = Pick<TextChannelDeps, 'textSender'> &
  Pick<OperatorAlertDeps, 'mails' | 'bufferedCounters'> & {
    readonly db: Db;
    readonly rateLimits: RateLimits;
    readonly mailer: Mailer;
    readonly metrics: Metrics;
    readonly logSwitch: LogSwitch;
    readonly texting: Pick<WebhookChannelDeps, 'instance'> & {
      readonly carrier: Carrier;
      readonly phoneHash: PhoneHash;
      readonly outage: Pick<Outage, 'isUnavailable' | 'journal'> & {
        readonly eligibility: Pick<Eligibility, 'isOptedOut'>;
      };
      readonly loopWatch: Pick<LoopWatch, 'isStuck'>;
    };
  };

/** The signals of one process: their watch and the operator's alerts. */
export type Alerting = {
  readonly alerts: ProcessAlerts;
  readonly signalWatch: SignalWatch;
  readonly readDisruption: ReadDisruption;
};

/** Opens the operator's channels and the metrics of all signals. Sends nothing before `signalWatch.start`. */
export function createAlerting(config: Config, context: AlertingContext): Alerting & { close(): void } {
  const { bufferedCounters, mailer, mails, metrics, logSwitch } = context;
  const { log, securityLog } = logSwitch;
  const operator = { name: `${brand.name} operator`, address: config.contact.operatorEmail };
  const { publicUrl } = config.http;
  const emailNow: AlertChannel = {
    name: 'email',
    send: (code) => sendAlertEmail({ mailer, operator, publicUrl }, code),
  };
  const { channels, prepare, close } = openChannels(config, context);
  const count = signalCounters(metrics);
  const onRaised: OperatorAlertDeps['onRaised'] = (code) => {
    if (signals[code].rule.kind === 'raised') count({ code, subject: '' });
  };
  const alerts = createOperatorAlerts({
    mails,
    channels,
    emailNow,
    bufferedCounters,
    onRaised,
    securityLog,
    operator,
  });

  const { heartbeatUrl } = config.alerting;
  const heartbeat = heartbeatUrl === null ? null : outgoingWebhook(heartbeatUrl);
  const metricDeps = metricDepsOf(config, context);
  const signalWatch = new SignalWatch({
    readMetrics: () => readMetrics(metricDeps, new Date()),
    alerts,
    prepare,
    record: (firing) => recordFiring(context.db, context.texting.instance, firing),
    heartbeat: heartbeat && (() => heartbeat.ping()),
    log,
  });
  logSwitch.onSignal((event) => {
    count(event);
    signalWatch.occurred(event);
  });
  for (const [name, { help }] of Object.entries(signalMetrics) as [MetricName, (typeof signalMetrics)[MetricName]][]) {
    // One unreadable metric must not break the scrape; the failed read is logged elsewhere.
    metrics.gauge(gaugeName(name), help, async () => {
      const read = await signalWatch.readings().catch(() => null);
      return read?.[name] ?? NaN;
    });
  }
  return {
    alerts,
    signalWatch,
    readDisruption: watchDisruption({ db: context.db, firingHere: () => signalWatch.firing() }),
    close() {
      close();
      heartbeat?.close();
    },
  };
}

function metricDepsOf({ operator, backup, dataDir, journal }: Config, { db, texting }: AlertingContext): MetricDeps {
  return {
    db,
    prices: operator.prices,
    costCeiling: operator.costLimits.perDay,
    watchesBackups: backup.hasAlert,
    diskShortage: () => diskShortage(dataDir, journal.bytesMax),
    journalShare: () => texting.outage.journal.share,
    isLoopStuck: () => texting.loopWatch.isStuck,
    isUnavailable: () => texting.outage.isUnavailable,
  };
}

/** The channels besides email, as far as they are set up. */
function openChannels(config: Config, context: AlertingContext) {
  const { db, textSender, rateLimits } = context;
  const { carrier, instance, phoneHash, outage } = context.texting;
  const { phone, webhookUrl } = config.alerting;
  const webhook = webhookUrl === null ? null : outgoingWebhook(webhookUrl);
  const text =
    phone === null
      ? null
      : textChannel({
          phone,
          readPhone: () => readOperatorPhone(db, phone, phoneHash(phone)),
          hasOptedOut: (number) => outage.eligibility.isOptedOut(number),
          carrier,
          textSender,
          serviceNumbers: config.carrier.serviceNumbers,
          rateLimits,
          productName: brand.name,
        });
  const posted =
    webhook && webhookChannel({ webhook, productName: brand.name, publicUrl: config.http.publicUrl, instance });
  return {
    channels: [text, posted].filter((channel) => channel !== null),
    prepare: async () => text?.prepare(),
    close: () => webhook?.close(),
  };
}

/** Counters of signals that are events or raised; 0 from the start, so that the first event is an increase. */
function signalCounters(metrics: Metrics): (event: SignalEvent) => void {
  const counters = new Map(
    signalCodes
      .filter((code) => ['event', 'raised'].includes(signals[code].rule.kind))
      .map((code) => [code, signalCounter(metrics, code)]),
  );
  return ({ code, subject }) => counters.get(code)?.(subject);
}

function signalCounter(metrics: Metrics, code: SignalCode): (subject: string) => void {
  const name = signalMetric(code);
  const { sentence } = signals[code];
  if (!isCountedBySubject(code)) {
    const counter = metrics.counter(name, sentence);
    return () => counter.inc();
  }
  const counter = metrics.counterBySubject(name, sentence, subjectsOf(code));
  return (subject) => counter.inc(subject);
}
