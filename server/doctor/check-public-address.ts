import { createHash, randomBytes } from 'node:crypto';

import { counted } from '#contract/counted.ts';
import {
  callSelf,
  certificateDaysMin,
  certificateEnd,
  type SelfAnswer,
  type SelfFailure,
} from '#server/http/call-self.ts';
import { SelfCheck } from '#server/http/self-check.ts';
import { dayMs } from '#server/platform/durations.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { formBytesMax } from '#server/support/requests/read-form.ts';

import { advice, fault, type Finding, ok } from './finding.ts';

export type PublicAddressDeps = {
  readonly publicUrl: string;
  readonly sessionSecret: string;
  /** Whether the sandbox plays the carrier, so that no third party has to reach the address. */
  readonly isCarrierSandbox: boolean;
  /** A certificate authority to trust in addition to the usual ones; for tests. */
  readonly authority?: string | undefined;
};

/** A documentation address (RFC 5737) that no one has. The doctor claims it as its own, to see who believes it. */
const forgedAddress = '192.0.2.77';
const page = 'deploy/README.md';

/**
 * Checks that the site is reached through its public address. A request of the doctor's own shows what the proxy in
 * between does with addresses and bodies.
 */
export async function checkPublicAddress(deps: PublicAddressDeps): Promise<Finding[]> {
  const { publicUrl, isCarrierSandbox } = deps;
  if (isLoopback(publicUrl) && !publicUrl.startsWith('https:')) {
    if (isCarrierSandbox) return [ok(`The site is at ${publicUrl}, for this machine only.`)];
    return [
      fault('PUBLIC_URL means this machine: the carrier cannot reach it.', 'Set PUBLIC_URL to the public address.'),
    ];
  }
  if (!publicUrl.startsWith('https:')) {
    return [fault('PUBLIC_URL is not https: sessions and webhooks need it.', 'Put a proxy with TLS in front of us.')];
  }
  const small = await call(deps, randomBytes(16));
  const found = judgeAnswer(deps, small);
  if (!('seen' in found)) return [found];
  const body = await checkBody(deps);
  return [
    ok(`${publicUrl} is this installation.`),
    ...judgeProxy(found.seen),
    ...body,
    ...(await checkCertificate(deps)),
  ];
}

function call(deps: PublicAddressDeps, body: Buffer): Promise<SelfAnswer | SelfFailure> {
  return callSelf(deps, body, { 'x-forwarded-for': forgedAddress });
}

function judgeAnswer(
  { publicUrl }: PublicAddressDeps,
  answer: SelfAnswer | SelfFailure,
): Finding | { seen: SelfCheck } {
  if ('code' in answer) return judgeFailure(publicUrl, answer.code);
  const { status, location, body } = answer;
  if (status === 200) {
    const seen = SelfCheck.safeParse(body);
    if (seen.success) return { seen: seen.data };
  }
  if (status >= 300 && status < 400) {
    const act = 'Set PUBLIC_URL to the address that answers itself: third parties follow no redirect.';
    return fault(`${publicUrl} redirects to ${location === null ? 'another address' : originOf(location)}.`, act);
  }
  if (status === 502 || status === 503 || status === 504) {
    return advice(`The proxy at ${publicUrl} answers ${status}: it finds no server.`, 'Start Askline, then ask again.');
  }
  if (status === 403 && isOurRefusal(body)) {
    const act = 'Check PUBLIC_URL, DNS and the proxy; all processes of one installation have the same SESSION_SECRET.';
    return fault(`${publicUrl} is another installation of Askline.`, act);
  }
  return fault(
    `${publicUrl} is answered by something else (${status}).`,
    'Check PUBLIC_URL, DNS and the proxy: every path has to reach Askline.',
  );
}

function isOurRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && JSON.stringify(body).includes('doctor of this installation');
}

function originOf(location: string): string {
  return URL.parse(location)?.origin ?? 'another path';
}

function judgeFailure(publicUrl: string, code: string): Finding {
  const certificate: Readonly<Record<string, string>> = {
    CERT_HAS_EXPIRED: 'has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by no authority',
    SELF_SIGNED_CERT_IN_CHAIN: 'is of an authority that no one knows',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without its intermediate certificates',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is of an authority that no one knows',
    ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  };
  const what = certificate[code];
  if (what !== undefined) {
    const act = 'Let the proxy show a certificate of a public authority for this name, with its chain.';
    return fault(`The certificate of ${publicUrl} ${what} (${code}), so third parties do not call it.`, act);
  }
  const says = `${publicUrl} does not answer from here (${code}).`;
  return advice(says, 'Start Askline, then check DNS, the firewall, the certificate and the proxy.');
}

/** Judges what the proxy did with the address that the doctor claimed, and whether we trust the proxy. */
function judgeProxy({ peer, isPeerTrusted, forwardedFor }: SelfCheck): Finding[] {
  const isAppended = forwardedFor.length > 1 && forwardedFor[0] === forgedAddress;
  const isReplaced = forwardedFor.length > 0 && !forwardedFor.includes(forgedAddress);
  if (forwardedFor.length === 0) {
    const act = `Let the proxy send X-Forwarded-For with the address that it sees (${page}).`;
    return [fault('The proxy hides which address a visitor has: all visitors count as one.', act)];
  }
  if (!isAppended && !isReplaced) {
    const act = `Let the proxy append the address that it sees to X-Forwarded-For, or replace the header (${page}).`;
    return [fault('The proxy passes X-Forwarded-For on as it comes: visitors can claim any address.', act)];
  }
  if (!isPeerTrusted) {
    const act = `Add ${peer} to TRUST_PROXY.`;
    return [fault(`The proxy at ${peer} is not in TRUST_PROXY: all visitors count as one.`, act)];
  }
  return [ok('The proxy says which address a visitor has.')];
}

/** Sends a body as large as the largest form with its files. */
async function checkBody(deps: PublicAddressDeps): Promise<Finding[]> {
  const body = randomBytes(formBytesMax - 1024);
  const answer = await call(deps, body);
  const megabytes = Math.ceil(formBytesMax / 1_000_000);
  if ('status' in answer && answer.status === 200) {
    const seen = SelfCheck.safeParse(answer.body);
    const hash = createHash('sha256').update(body).digest('hex');
    if (seen.success && seen.data.bodyHash === hash) return [ok(`A form of ${megabytes} MB arrives whole.`)];
    return [fault('The proxy changes bodies, so signatures of webhooks fail.', 'Let it pass bodies on unchanged.')];
  }
  const why = 'code' in answer ? answer.code : String(answer.status);
  const act = `Allow bodies of ${megabytes} MB: in nginx client_max_body_size ${megabytes}m (${page}).`;
  return [fault(`The proxy refuses a form of ${megabytes} MB (${why}): support requests with files fail.`, act)];
}

/** Checks when the certificate expires. */
async function checkCertificate({ publicUrl, authority }: PublicAddressDeps): Promise<Finding[]> {
  const ends = await certificateEnd({ publicUrl, authority });
  const days = ends === null ? null : Math.floor((ends.getTime() - Date.now()) / dayMs);
  if (days === null || days >= certificateDaysMin) return [];
  return [
    advice(
      `The certificate of ${publicUrl} ends in ${counted(days, 'day')}.`,
      'Renew it, and see why it was not renewed.',
    ),
  ];
}
