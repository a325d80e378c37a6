import { usCountries } from '#server/domain/us-phone-number.ts';
import { CarrierRequestError, isNotFound } from '#server/providers/twilio/carrier-http.ts';

import type { CarrierApi } from './carrier-api.ts';
import { advice, fault, type Finding, ok, unseen } from './finding.ts';

/** The fields of Twilio's resource `MessagingGeopermissions` that are read. */
type GeoPermissions = {
  readonly permissions: readonly { readonly country_code: string; readonly type: string; readonly enabled: boolean }[];
};

const ours: ReadonlySet<string> = usCountries;
const where = 'in the Twilio console (Messaging, Settings, Geo permissions)';
/** More names would hide the sentence behind them. */
const namesMax = 5;

/**
 * Checks that the account may text the US and its territories, and no other country: the limit that still holds when a
 * key was stolen (docs/reference/security.md#t2). Never fails: the rest of the report does not depend on it.
 */
export async function checkCountries({ accounts }: CarrierApi): Promise<Finding[]> {
  let countries: GeoPermissions['permissions'];
  try {
    const found = (await accounts.get('/v1/Messaging/GeoPermissions')) as GeoPermissions;
    countries = found.permissions.filter(({ type }) => type === 'country');
  } catch (error) {
    // A server that implements only the rest of the API.
    if (isNotFound(error)) return [];
    const { code, status } = error instanceof CarrierRequestError ? error : {};
    const reason = code ?? status;
    const detail = reason === undefined ? '' : ` (${reason})`;
    return [unseen(`Which countries the account may text cannot be read${detail}: look ${where}.`)];
  }
  const closed = countries.filter(({ country_code, enabled }) => !enabled && ours.has(country_code));
  const open = countries.filter(({ country_code, enabled }) => enabled && !ours.has(country_code));
  const findings: Finding[] = [];
  if (closed.length > 0) {
    const says = `The account may not text ${namesOf(closed)}: Twilio refuses those texts (21408).`;
    findings.push(fault(says, `Turn that on ${where}.`));
  }
  if (open.length > 0) {
    const says = `The account may also text ${namesOf(open)}, where Askline sends nothing.`;
    findings.push(advice(says, `Turn that off ${where}, so that a stolen key cannot run up costs there.`));
  }
  return findings.length > 0 ? findings : [ok('The account may text the US and its territories only.')];
}

function namesOf(countries: GeoPermissions['permissions']): string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  const named = countries.slice(0, namesMax).map(({ country_code: code }) => names.of(code) ?? code);
  const left = countries.length - named.length;
  if (left > 0) named.push(left === 1 ? 'one more' : `${left} more`);
  return new Intl.ListFormat('en').format(named);
}
