import { connect } from 'node:tls';

import { codeOf, withCauses } from '#server/db/error-causes.ts';

import { selfCheckPath, selfCheckProof } from './self-check.ts';

export type PublicAddress = {
  readonly publicUrl: string;
  /** A certificate authority to trust in addition to the usual ones; for tests. */
  readonly authority?: string | undefined;
};
export type SelfAnswer = { readonly status: number; readonly location: string | null; readonly body: unknown };
/** Why a call got no answer: a code of the system or of TLS. */
export type SelfFailure = { readonly code: string };

const timeoutMs = 10_000;
/** A certificate with fewer days left should have been renewed. */
export const certificateDaysMin = 14;

/** Calls the installation through its public address. Follows no redirects, as the carrier does not either. */
export async function callSelf(
  { publicUrl, authority, sessionSecret }: PublicAddress & { readonly sessionSecret: string },
  body: Buffer,
  further: Readonly<Record<string, string>> = {},
): Promise<SelfAnswer | SelfFailure> {
  const headers = {
    authorization: selfCheckProof(sessionSecret, Date.now()),
    'content-type': 'application/octet-stream',
    ...further,
  };
  try {
    return await post(new URL(`${publicUrl}${selfCheckPath}`), { headers, body, authority });
  } catch (error) {
    return { code: failureCode(error) };
  }
}

type Post = { headers: Record<string, string>; body: Buffer; authority: string | undefined };

async function post(url: URL, { headers, body, authority }: Post): Promise<SelfAnswer> {
  const { Agent, request } = await import('undici');
  const agent = new Agent({ connect: authority === undefined ? {} : { ca: authority } });
  try {
    const signal = AbortSignal.timeout(timeoutMs * (body.length > 1_000_000 ? 6 : 1));
    const response = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal });
    const text = await response.body.text();
    const { location = null } = response.headers;
    return { status: response.statusCode, location: String(location ?? '') || null, body: jsonOf(text) };
  } finally {
    await agent.destroy();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function failureCode(error: unknown): string {
  for (const current of withCauses(error)) {
    const code = codeOf(current);
    if (code !== undefined) return code;
  }
  return error instanceof Error ? error.name : 'unknown';
}

/** When the certificate of the public address expires; null if it is unavailable or not accepted. */
export async function certificateEnd({ publicUrl, authority }: PublicAddress): Promise<Date | null> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const options = authority === undefined ? {} : { ca: authority };
    const socket = connect({
      ...options,
      host,
      port: Number(port || 443),
      servername: /[a-z]/i.test(host) ? host : '',
    });
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      resolve(null);
    });
    socket.once('error', () => resolve(null));
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
  });
}
