import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { isSetUp, type SandboxContext } from '../context.ts';
import { openRecordStore, type RecordStore } from '../record-store.ts';
import type { TwilioAccount } from './settings.ts';

/** A number of the account. An address that is null follows the settings of the sandbox. */
type OwnNumber = {
  /** E.164. */
  readonly id: string;
  sms_url: string | null;
  sms_method: string;
  sms_fallback_url: string | null;
  sms_fallback_method: string;
  /** The messaging service whose sender pool it is in. */
  service: string | null;
};

/** A messaging service. An address that is null follows the settings of the sandbox. */
export type Service = {
  readonly id: string;
  friendly_name: string;
  inbound_request_url: string | null;
  inbound_method: string;
  fallback_url: string | null;
  fallback_method: string;
  use_inbound_webhook_on_number: boolean;
  usecase: string;
};

/** The state of the registration of a service's campaign, or of a toll-free number. */
export type Registration = {
  /** The service's SID, or the number. */
  readonly id: string;
  readonly status: string;
  /** Twilio's code of a refusal, such as 30909; null when it was not refused. */
  readonly errorCode: number | null;
};

/** Whether texts to a country are allowed. */
type GeoPermission = {
  /** ISO 3166-1, two letters. */
  readonly id: string;
  readonly prefix: string;
  readonly enabled: boolean;
};

/** What the account owns: what a set-up changes, and a restart keeps. */
export type Assets = RecordStore<{
  number: OwnNumber;
  service: Service;
  registration: Registration;
  country: GeoPermission;
}>;

/** The address of a number that no one has set yet. */
const DEMO_URL = 'https://demo.twilio.com/welcome/sms/reply';

/** A few of the countries that the real service lists, by their prefix; those of the US are allowed. */
const countries = {
  US: '+1',
  PR: '+1',
  VI: '+1',
  GU: '+1',
  AS: '+1',
  MP: '+1',
  CA: '+1',
  JM: '+1',
  GB: '+44',
} as const;
const allowedAtFirst: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** Opens what the account owns; at the first start, as a set-up leaves it or as a new customer has it. */
export function openAssets(context: SandboxContext, account: TwilioAccount): Assets {
  const { stateDir, env } = context;
  const assets: Assets = openRecordStore(stateDir === null ? null : join(stateDir, 'twilio-account.jsonl'));
  const isReady = isSetUp(env);
  for (const id of account.numbers) {
    if (assets.get('number', id)) continue;
    assets.put('number', {
      id,
      sms_url: isReady ? null : DEMO_URL,
      sms_method: 'POST',
      sms_fallback_url: isReady ? null : '',
      sms_fallback_method: 'POST',
      service: isReady ? account.messagingServiceSid : null,
    });
    const isTollFree = /^\+18(?:00|33|44|55|66|77|88)/.test(id);
    if (isTollFree) assets.put('registration', { id, status: 'TWILIO_APPROVED', errorCode: null });
  }
  const sid = account.messagingServiceSid;
  if (isReady && !assets.get('service', sid)) {
    assets.put('service', newService({ id: sid, friendly_name: 'Sandbox service' }));
  }
  if (!assets.get('registration', sid)) {
    assets.put('registration', { id: sid, status: 'VERIFIED', errorCode: null });
  }
  for (const [id, prefix] of Object.entries(countries)) {
    if (!assets.get('country', id)) assets.put('country', { id, prefix, enabled: allowedAtFirst.has(id) });
  }
  assets.flush();
  return assets;
}

/** A service without addresses of its own. */
export function newService(given: Pick<Service, 'id' | 'friendly_name'> & Partial<Service>): Service {
  return {
    inbound_request_url: null,
    inbound_method: 'POST',
    fallback_url: null,
    fallback_method: 'POST',
    use_inbound_webhook_on_number: false,
    usecase: 'undeclared',
    ...given,
  };
}

/** A number's SID, derived from the number. */
export function numberSid(number: string): string {
  return `PN${createHash('sha256').update(number).digest('hex').slice(0, 32)}`;
}

/** The number with this SID, if the account has it. */
export function numberOf(assets: Assets, sid: string): OwnNumber | undefined {
  return [...assets.all('number')].find(({ id }) => numberSid(id) === sid);
}

/** Where texts to a number are sent: its messaging service's addresses, or its own. Null: as the settings say. */
export function addressesOf(assets: Assets, number: string): { inbound: string | null; fallback: string | null } {
  const own = assets.get('number', number);
  const service = own === undefined || own.service === null ? undefined : assets.get('service', own.service);
  if (service !== undefined && !service.use_inbound_webhook_on_number) {
    return { inbound: service.inbound_request_url, fallback: service.fallback_url };
  }
  return { inbound: own?.sms_url ?? null, fallback: own?.sms_fallback_url ?? null };
}
