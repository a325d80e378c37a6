import { brand } from '#contract/brand.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { isNotFound } from '#server/providers/twilio/carrier-http.ts';

import type { CarrierApi, CarrierCheckDeps, OwnNumber } from './carrier-api.ts';
import { advice, fault, type Finding, ok, type Repair } from './finding.ts';

/** The fields of Twilio's Messaging Service resource that are read. */
type Service = {
  readonly sid: string;
  readonly use_inbound_webhook_on_number: boolean;
  readonly inbound_request_url: string | null;
  readonly inbound_method: string | null;
  readonly fallback_url: string | null;
};

type Deps = CarrierCheckDeps & {
  readonly api: CarrierApi;
  /** The numbers in the settings; only a string for a number that the account does not have. */
  readonly owned: readonly (OwnNumber | string)[];
  readonly isTwilioItself: boolean;
};

/** Where incoming texts are posted, with which method, and the fallback address. */
type Webhook = { readonly url: string; readonly method: string; readonly fallback: string };

/** Checks the messaging service with its sender pool, and the webhook of each number. */
export async function checkNumbers(deps: Deps): Promise<Finding[]> {
  const { api, owned, carrier } = deps;
  const numbers = owned.filter((one) => typeof one !== 'string');
  const foreign = owned.filter((one) => typeof one === 'string');
  const findings = foreign.map((number) =>
    fault(`${number} is not a number of this account.`, 'Buy it, or correct SERVICE_PHONE_NUMBERS.'),
  );
  for (const { phone_number } of numbers.filter(({ capabilities }) => !capabilities.sms)) {
    findings.push(fault(`${phone_number} cannot send or get texts.`, 'Take a number with SMS.'));
  }
  const sid = carrier.messagingServiceSid;
  const service = sid === null ? null : await readService(api, sid);
  if (sid !== null && service === null) {
    const act = 'Check TWILIO_MESSAGING_SERVICE_SID; without it, `npm run setup -- twilio` makes a service.';
    return [...findings, fault('The account has no such messaging service.', act)];
  }
  if (service === null) return [...findings, withoutService(deps), ...numbers.flatMap((one) => judgeOwn(deps, one))];
  const members = await readMembers(api, service.sid);
  const outside = numbers.filter(({ sid: number }) => !members.has(number));
  const inside = numbers.filter(({ sid: number }) => members.has(number));
  findings.push(ok('The messaging service is there.'), ...outside.map((one) => notInPool(deps, service.sid, one)));
  if (service.use_inbound_webhook_on_number) return [...findings, ...numbers.flatMap((one) => judgeOwn(deps, one))];
  // The setup is about to add numbers outside the service, and then the service's webhook counts for them.
  const told = [...inside, ...outside].map(({ phone_number }) => phone_number).join(', ');
  return told === '' ? findings : [...findings, ...judgeService(deps, service, told)];
}

function wantedUrl({ publicUrl }: Pick<Deps, 'publicUrl'>): string {
  return `${publicUrl}/webhooks/twilio/messages`;
}

async function readService({ messaging }: CarrierApi, sid: string): Promise<Service | null> {
  return messaging.get(`/v1/Services/${sid}`).then(
    (service) => service as Service,
    (error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    },
  );
}

async function readMembers({ messaging }: CarrierApi, service: string): Promise<Set<string>> {
  const page = (await messaging.get(`/v1/Services/${service}/PhoneNumbers`, { PageSize: 400 })) as {
    readonly phone_numbers: readonly { readonly sid: string }[];
  };
  return new Set(page.phone_numbers.map(({ sid }) => sid));
}

function withoutService(deps: Deps): Finding {
  const act = 'Make a messaging service with all numbers in it and Advanced Opt-Out; TWILIO_MESSAGING_SERVICE_SID.';
  const says = 'There is no messaging service, so JOIN is not known to the carrier';
  const finding =
    deps.owned.length > 1
      ? fault(`${says}, and after a STOP a START counts for the number that gets it, not for the others.`, act)
      : advice(`${says}.`, act);
  return { ...finding, repair: createService(deps) };
}

/** Uses a service that an earlier run left, found by its name, or creates one. */
function createService({ api: { messaging }, keep, ...deps }: Deps): Repair {
  const name = `${brand.name} texts`;
  return {
    does: `Create the messaging service "${name}", and write TWILIO_MESSAGING_SERVICE_SID`,
    async run() {
      type Named = { readonly sid: string; readonly friendly_name: string };
      const { services } = (await messaging.get('/v1/Services', { PageSize: 400 })) as { services: readonly Named[] };
      const earlier = services.find(({ friendly_name }) => friendly_name === name);
      const fields = { FriendlyName: name, Usecase: 'notifications', ...serviceFields(wantedUrl(deps)) };
      const { sid } = earlier ?? ((await messaging.post('/v1/Services', fields)) as Named);
      await keep('TWILIO_MESSAGING_SERVICE_SID', sid);
    },
  };
}

function notInPool({ api: { messaging } }: Deps, service: string, { sid, phone_number: number }: OwnNumber): Finding {
  const act = 'Add it to the sender pool of the service: a STOP to one number counts for all of a service.';
  const repair = {
    does: `Add ${number} to the messaging service`,
    run: async () => void (await messaging.post(`/v1/Services/${service}/PhoneNumbers`, { PhoneNumberSid: sid })),
  };
  return { ...fault(`${number} is not in the messaging service, so it cannot send for it.`, act), repair };
}

function serviceFields(url: string) {
  return {
    InboundRequestUrl: withRetries(url),
    InboundMethod: 'POST',
    FallbackUrl: url,
    FallbackMethod: 'POST',
    UseInboundWebhookOnNumber: false,
  };
}

/** The address with Twilio's connection overrides: three tries, after any failure. */
function withRetries(url: string): string {
  return `${url}#rc=3&rp=all`;
}

function judgeService(deps: Deps, service: Service, numbers: string): Finding[] {
  const url = wantedUrl(deps);
  const webhook = {
    url: service.inbound_request_url ?? '',
    method: service.inbound_method ?? 'POST',
    fallback: service.fallback_url ?? '',
  };
  const run = async (): Promise<void> =>
    void (await deps.api.messaging.post(`/v1/Services/${service.sid}`, serviceFields(url)));
  return judgeWebhook(deps, webhook, {
    numbers,
    repair: { does: `Point the webhook of the messaging service to ${url}`, run },
  });
}

function judgeOwn(deps: Deps, number: OwnNumber): Finding[] {
  const url = wantedUrl(deps);
  const webhook = {
    url: number.sms_url ?? '',
    method: number.sms_method ?? 'POST',
    fallback: number.sms_fallback_url ?? '',
  };
  const fields = { SmsUrl: withRetries(url), SmsMethod: 'POST', SmsFallbackUrl: url, SmsFallbackMethod: 'POST' };
  const path = `${deps.api.path}/IncomingPhoneNumbers/${number.sid}.json`;
  const run = async (): Promise<void> => void (await deps.api.account.post(path, fields));
  const repair = { does: `Point the webhook of ${number.phone_number} to ${url}`, run };
  return judgeWebhook(deps, webhook, { numbers: number.phone_number, repair });
}

type About = { readonly numbers: string; readonly repair: Repair };

function judgeWebhook(deps: Deps, { url, method, fallback }: Webhook, { numbers, repair }: About): Finding[] {
  const wanted = wantedUrl(deps);
  if (deps.isTwilioItself && isLoopback(wanted)) {
    return [
      advice(`Webhooks for ${numbers} can reach this machine only.`, 'For the real Twilio, PUBLIC_URL must be public.'),
    ];
  }
  // Twilio's connection overrides follow the address as a fragment: #rc=3&rp=all.
  if (url.split('#')[0] !== wanted) {
    const act = `Set it to ${wanted} (POST); PUBLIC_URL must be the address that Twilio calls.`;
    return [{ ...fault(`Webhooks for ${numbers} go to another address, or to none.`, act), repair }];
  }
  if (method !== 'POST') {
    return [{ ...fault(`Webhooks for ${numbers} use ${method}.`, `Set the method of ${wanted} to POST.`), repair }];
  }
  if (fallback !== '') return [ok(`Webhooks for ${numbers} reach us.`)];
  const act = `Set the same address as its fallback. Without, a missed text waits for the next look at the list (a minute).`;
  return [{ ...advice(`Webhooks for ${numbers} reach us, without a fallback.`, act), repair }];
}
