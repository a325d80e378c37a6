import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

import { brand } from '#contract/brand.ts';

import { type Access, operations } from './api-operations.ts';

const securityOf: Record<Access, Record<string, string[]>[]> = {
  public: [],
  session: [{ session: [] }],
  operator: [{ operator: [] }],
  signature: [],
};

/**
 * `GET /api/docs`: OpenAPI 3.1 of every call, made from the schemas that check the requests and shape the answers. To be
 * added before the routes, which it listens for.
 */
export function addApiDocs(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string }): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: brand.name, version: '1.0.0', description: 'Every call of the product.' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session', description: '`__Host-session` over https.' },
          operator: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route);
      const method = [route.route.method].flat().find((one) => one !== 'HEAD') ?? 'GET';
      const operation = operations[`${method} ${route.url}`];
      // Pages are no calls; a call that nobody described is shown all the same.
      if (!operation) return { schema: { ...schema, hide: !/^\/(api|webhooks)\//.test(url) }, url };
      const { tag, summary, access } = operation;
      return { schema: { ...schema, tags: [tag], summary, security: securityOf[access] }, url };
    },
    transformObject: jsonSchemaTransformObject,
  });
  app.register((routes, _options, done) => {
    routes.get('/api/docs', () => app.swagger());
    done();
  });
}
