import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { StatusReply, VersionReply } from '#contract/version.ts';

import packageJson from '../../package.json' with { type: 'json' };

export type Deployment = {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly deployTime: string | null;
  readonly environment: string;
};

/**
 * Which code runs, for the footer of the pages and for operators (docs/reference/specification.md#entities), and whether
 * texts are answered now.
 */
export function versionRoutes(
  { branch, commit, deployTime, environment }: Deployment,
  isDisrupted: () => Promise<boolean>,
): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/version',
      {
        config: { access: 'public', tag: 'Public', summary: 'Returns version and environment.' },
        schema: { response: { 200: VersionReply } },
      },
      () => ({
        version: packageJson.version,
        environment,
        deployedTime: deployTime,
      }),
    );
    app.get(
      '/api/status',
      {
        config: {
          access: 'public',
          tag: 'Public',
          summary: 'Returns what is deployed, and whether texts are answered now.',
        },
        schema: { response: { 200: StatusReply } },
      },
      async () => ({
        version: { branch, commitSha: commit, deployTime, env: environment },
        service: (await isDisrupted()) ? ('disruption' as const) : ('working' as const),
      }),
    );
    done();
  };
}
