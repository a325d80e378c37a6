import type { Resolver } from 'node:dns/promises';

import { advice, fault, type Finding, ok, unseen } from './finding.ts';

/** The result of a DNS lookup: the TXT records, `none` if there are none, `unknown` if no server answers. */
type Found = readonly string[] | 'none' | 'unknown';

/**
 * Checks that other mail servers can verify that emails of the domain are ours: SPF (RFC 7208), DKIM (RFC 6376) and
 * DMARC (RFC 7489), as far as DNS shows.
 * @param sender the address in `MAIL_FROM`
 */
export async function checkMailDomain(sender: string, resolver: Pick<Resolver, 'resolveTxt'>): Promise<Finding[]> {
  const domain = sender.split('@')[1] ?? '';
  const lookUp = async (name: string): Promise<Found> => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'ENODATA') return [];
      return code === 'ENOTFOUND' ? 'none' : 'unknown';
    }
  };
  const [spf, keys, dmarc] = await Promise.all([
    lookUp(domain),
    lookUp(`_domainkey.${domain}`),
    lookUp(`_dmarc.${domain}`),
  ]);
  if (spf === 'unknown' || keys === 'unknown' || dmarc === 'unknown') {
    return [unseen(`DNS cannot be asked from here: SPF, DKIM and DMARC of ${domain} were not looked at.`)];
  }
  const findings = [...judgeSpf(domain, spf), ...judgeKeys(domain, keys), ...judgeDmarc(domain, dmarc)];
  return findings.length > 0 ? findings : [ok(`${domain} has SPF, DKIM and DMARC.`)];
}

function judgeSpf(domain: string, found: readonly string[] | 'none'): Finding[] {
  const records = found === 'none' ? [] : found.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const act = `Publish one TXT record at ${domain} that begins with v=spf1 and names the servers that send for it.`;
  if (records.length === 0) return [fault(`${domain} has no SPF: emails from it go to spam.`, act)];
  if (records.length > 1) return [fault(`${domain} has ${records.length} SPF records, which count as none.`, act)];
  return /[ ]\+?all$/i.test(records[0] ?? '')
    ? [fault(`SPF of ${domain} lets everyone send for it.`, 'End the record with ~all or -all.')]
    : [];
}

/** The selector is unknown here, but if there is no name below `_domainkey`, there is no key (RFC 8020). */
function judgeKeys(domain: string, found: readonly string[] | 'none'): Finding[] {
  if (found !== 'none') return [];
  const act = `Turn DKIM on at the mail provider, and publish its key below _domainkey.${domain}.`;
  return [advice(`${domain} has no DKIM key.`, act)];
}

function judgeDmarc(domain: string, found: readonly string[] | 'none'): Finding[] {
  if (found !== 'none' && found.some((text) => /^v=DMARC1\b/i.test(text))) return [];
  const act = `Publish a TXT record at _dmarc.${domain}, at first "v=DMARC1; p=none; rua=mailto:...".`;
  return [advice(`${domain} has no DMARC.`, act)];
}
