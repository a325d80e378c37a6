import type { Config } from '#server/config/config.ts';
import { isNotFound } from '#server/providers/twilio/carrier-http.ts';

import type { CarrierApi, OwnNumber } from './carrier-api.ts';
import { advice, fault, type Finding, ok } from './finding.ts';
import { remedyOfRefusal } from './registration-refusals.ts';

/** The fields of Twilio's resources `Usa2p` and `TollfreeVerification` that are read. */
type Campaign = { readonly campaign_status: string; readonly errors?: readonly { readonly error_code?: number }[] };
type Verification = {
  readonly status: string;
  readonly error_code: number | null;
  readonly rejection_reasons: readonly { readonly code?: number }[] | null;
};

const page = 'docs/carrier-registration.md';
/** The area codes of toll-free numbers in North America. */
const tollFree = /^\+18(?:00|33|44|55|66|77|88)\d{7}$/;

/** Checks that carriers let our numbers send: long codes need a campaign, each toll-free number a verification. */
export async function checkSenders(
  api: CarrierApi,
  owned: readonly (OwnNumber | string)[],
  { messagingServiceSid, optOutReplies }: Config['carrier'],
): Promise<Finding[]> {
  const numbers = owned.filter((one) => typeof one !== 'string').filter((one) => one.phone_number.startsWith('+1'));
  const free = numbers.filter(({ phone_number }) => tollFree.test(phone_number));
  const findings = (await Promise.all(free.map((one) => checkTollFree(api, one)))).flat();
  if (free.length > 0 && optOutReplies === 'app') {
    const says = 'The network itself answers STOP to a toll-free number, and TWILIO_OPT_OUT_REPLIES=app answers again.';
    findings.push(fault(says, 'Set TWILIO_OPT_OUT_REPLIES=carrier.'));
  }
  if (free.length > 1) {
    const says = 'STOP and START to a toll-free number count for that number only, also in a messaging service.';
    findings.push(advice(says, `With one toll-free number no one has to text START to each: ${page}.`));
  }
  if (numbers.length > free.length && messagingServiceSid !== null) {
    findings.push(...(await checkCampaign(api, messagingServiceSid)));
  }
  return findings;
}

async function checkCampaign({ messaging }: CarrierApi, service: string): Promise<Finding[]> {
  const found = await read<{ compliance: readonly Campaign[] }>(() =>
    messaging.get(`/v1/Services/${service}/Compliance/Usa2p`),
  );
  if (found === null) return [];
  const [campaign] = found.compliance;
  if (campaign === undefined) {
    return [fault('The long codes belong to no campaign: carriers block their texts (30034).', `Register: ${page}.`)];
  }
  const codes = (campaign.errors ?? []).flatMap(({ error_code: code }) => code ?? []);
  return [judge(`The campaign of the long codes`, campaign.campaign_status, codes)];
}

async function checkTollFree({ messaging }: CarrierApi, { sid, phone_number }: OwnNumber): Promise<Finding[]> {
  const query = { TollfreePhoneNumberSid: sid, PageSize: 20 };
  const found = await read<{ verifications: readonly Verification[] }>(() =>
    messaging.get('/v1/Tollfree/Verifications', query),
  );
  if (found === null) return [];
  const [one] = found.verifications;
  if (one === undefined) {
    return [fault(`${phone_number} is not verified: carriers block its texts (30032).`, `Register: ${page}.`)];
  }
  const codes = [...(one.rejection_reasons ?? []).flatMap(({ code }) => code ?? []), one.error_code ?? []].flat();
  return [judge(`The verification of ${phone_number}`, one.status, [...new Set(codes)])];
}

/** Null if a server that implements only the rest of the API does not have the resource. */
async function read<T>(call: () => Promise<unknown>): Promise<T | null> {
  try {
    return (await call()) as T;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function judge(what: string, status: string, codes: readonly number[]): Finding {
  if (status === 'VERIFIED' || status === 'TWILIO_APPROVED') return ok(`${what} is approved.`);
  if (/^(?:PENDING|IN_PROGRESS|PENDING_REVIEW|IN_REVIEW)$/.test(status)) {
    return advice(`${what} is in review: carriers block texts until it is approved.`, 'Wait; it takes days.');
  }
  const named = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  const acts = codes.length === 0 ? [`See ${page}.`] : codes.map(remedyOfRefusal);
  const outcome = status === 'SUSPENDED' ? 'is suspended' : 'was refused';
  return fault(`${what} ${outcome}${named}: carriers block texts.`, [...new Set(acts)].join(' '));
}
