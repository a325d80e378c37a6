import type { Config } from '#server/config/config.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { CarrierRequestError } from '#server/providers/twilio/carrier-http.ts';

import { type CarrierApi, carrierCalls, type CarrierCheckDeps, type OwnNumber } from './carrier-api.ts';
import { checkCountries } from './check-countries.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkSenders } from './check-senders.ts';
import { fault, faultOfCall, type Finding, judgeClock, ok } from './finding.ts';

const about = { name: 'Twilio', keys: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN' };

/**
 * Checks the account, credentials, each service number with its webhook, the messaging service, the registrations and the
 * countries that may be texted. Sends nothing; only its repairs change anything.
 */
export async function checkCarrier(deps: CarrierCheckDeps): Promise<Finding[]> {
  const { carrier } = deps;
  const { accountSid, authToken, baseUrl } = carrier;
  // With the auth token, even if the product calls with an API key, because the token signs webhooks.
  const user = { sid: accountSid, secret: authToken };
  const isTwilioItself = new URL(baseUrl).hostname === 'api.twilio.com';
  const account = carrierCalls({ baseUrl, user });
  const at = (host: string) => carrierCalls({ baseUrl: isTwilioItself ? `https://${host}.twilio.com` : baseUrl, user });
  const api = {
    account,
    messaging: at('messaging'),
    accounts: at('accounts'),
    path: `/2010-04-01/Accounts/${accountSid}`,
  };
  try {
    const { status } = (await account.get(`${api.path}.json`)) as { readonly status: string };
    if (status !== 'active') return [fault(`The account is ${status}.`, 'Look at it in the Twilio console.')];
    const clock = judgeClock("Twilio's", account.skewMs());
    const key = await checkApiKey(carrier, api.path);
    const owned = await Promise.all(carrier.serviceNumbers.map((number) => readNumber(api, number)));
    const findings = await checkNumbers({ ...deps, api, owned, isTwilioItself });
    const senders = await checkSenders(api, owned, carrier);
    const countries = await checkCountries(api);
    const active = ok('The account is active and takes our credentials.');
    return [active, ...clock, ...key, ...findings, ...senders, ...countries];
  } catch (error) {
    return [faultOfCarrier(error, baseUrl)];
  }
}

/** What a failed call to Twilio means for the operator. */
export function faultOfCarrier(error: unknown, address: string): Finding {
  if (error instanceof CarrierRequestError && error.status === 429) {
    return fault('Twilio says that we ask too often.', 'Wait a minute, then ask again.');
  }
  return faultOfCall(asProviderError(error), { ...about, address });
}

/** Checks the key that the product calls with. */
async function checkApiKey({ apiKey, baseUrl }: Config['carrier'], path: string): Promise<Finding[]> {
  if (apiKey === null) return [];
  try {
    await carrierCalls({ baseUrl, user: apiKey }).get(`${path}/IncomingPhoneNumbers.json`, { PageSize: 1 });
    return [];
  } catch (error) {
    if (!(error instanceof CarrierRequestError) || (error.status !== 401 && error.status !== 403)) throw error;
    return [fault('Twilio refuses our API key.', 'Check TWILIO_API_KEY and TWILIO_API_SECRET: a key of this account.')];
  }
}

async function readNumber({ account, path }: CarrierApi, number: string): Promise<OwnNumber | string> {
  const query = { PhoneNumber: number, PageSize: 20 };
  const page = (await account.get(`${path}/IncomingPhoneNumbers.json`, query)) as {
    readonly incoming_phone_numbers: readonly OwnNumber[];
  };
  return page.incoming_phone_numbers.find(({ phone_number }) => phone_number === number) ?? number;
}

function asProviderError(error: unknown): unknown {
  if (!(error instanceof CarrierRequestError)) return error;
  const { status, code } = error;
  const kind = status === 401 || status === 403 ? 'auth' : error.effect === 'refused' ? 'rejected' : 'unavailable';
  return new ProviderError('carrier', kind, { code: code ?? (status === undefined ? undefined : String(status)) });
}
