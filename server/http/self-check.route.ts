import { createHash } from 'node:crypto';

import type { FastifyPluginCallback } from 'fastify';

import { trustedProxies } from '#server/config/trusted-proxies.ts';
import { AppError } from '#server/platform/errors.ts';

import { readAddress } from './client-address.ts';
import { isSelfCheckProof, type SelfCheck, selfCheckPath } from './self-check.ts';

export type SelfCheckDeps = {
  readonly sessionSecret: string;
  readonly trustProxy: readonly string[];
  /** The largest body that any call accepts. */
  readonly bytesMax: number;
};

/** Reports to the doctor of the same installation how its request arrived (docs/operating.md, "Set up"). */
export function selfCheckRoute({ sessionSecret, trustProxy, bytesMax }: SelfCheckDeps): FastifyPluginCallback {
  const isTrusted = trustedProxies(trustProxy);
  return function (app, _options, done) {
    // Before the body is read, which may be large.
    app.addHook('onRequest', (request, _reply, next) => {
      if (isSelfCheckProof(sessionSecret, request.headers.authorization, Date.now())) return next();
      next(new AppError('forbidden', 'This call is for the doctor of this installation.'));
    });
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    app.post(
      selfCheckPath,
      {
        bodyLimit: bytesMax,
        config: { access: 'operator', tag: 'Health', summary: 'Tells the doctor how its request arrived.' },
      },
      (request): SelfCheck => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const peer = readAddress(request.socket.remoteAddress ?? '') ?? '';
        const header = request.headers['x-forwarded-for'];
        return {
          peer,
          isPeerTrusted: isTrusted(peer),
          forwardedFor: String(header ?? '')
            .split(',')
            .map((entry) => entry.trim())
            .filter((entry) => entry !== ''),
          bodyBytes: body.length,
          bodyHash: createHash('sha256').update(body).digest('hex'),
        };
      },
    );
    done();
  };
}
