import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

import { ATTACHMENTS_MAX } from '#contract/attachments.ts';
import { brand } from '#contract/brand.ts';
import { CONTACT_ATTACHMENT_FIELD } from '#contract/contact-copy.ts';
import { ContactMessage } from '#contract/contact.ts';
import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';
import { SUPPORT_ATTACHMENT_FIELD, SupportTicket } from '#contract/support.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { apiDocsPage } from './api-docs-page.ts';
import { type ApiDocument, operationIdOf } from './api-document.ts';
import type { Access } from './operations.ts';

const securityOf: Record<Access, Record<string, string[]>[]> = {
  public: [],
  session: [{ session: [] }],
  proof: [{ proof: [] }],
  operator: [{ operator: [] }],
  signature: [],
};

/** The optional header of every call that needs a session; `Sessions.require` reads it. */
const expectedUser = {
  type: 'object',
  properties: {
    [EXPECTED_USER_HEADER]: {
      type: 'string',
      description: 'The id of the account that the caller acts for; a session of another one is refused.',
    },
  },
};

/** Calls that take a form with files. They read it as a stream, so Fastify has no schema for them. */
const forms: Readonly<Record<string, object>> = {
  'POST /api/contact': formSchema(ContactMessage, CONTACT_ATTACHMENT_FIELD),
  'POST /api/support': formSchema(SupportTicket, SUPPORT_ATTACHMENT_FIELD),
};

function formSchema(fields: z.core.$ZodType, files: string): object {
  const { $schema: _, ...schema } = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' });
  // One part for each file (OpenAPI 3.1, "Special Considerations for multipart Content").
  const attachments = {
    type: 'array',
    maxItems: ATTACHMENTS_MAX,
    items: { contentMediaType: 'application/octet-stream' },
  };
  return { ...schema, properties: { ...schema.properties, [files]: attachments } };
}

/**
 * `GET /api/docs`: OpenAPI 3.1 of every call, generated from the schemas that validate requests and serialize responses,
 * and from the `config` of each route; `GET /api-docs` shows it to people. Call it before the routes are registered.
 */
export function addApiDocs(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string }): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: brand.name, version: packageJson.version, description: 'Every call of the product.' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session', description: '`__Host-session` over https.' },
          proof: { type: 'apiKey', in: 'cookie', name: 'proof', description: '`__Host-proof` over https.' },
          operator: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route);
      const method = [route.route.method].flat().find((one) => one !== 'HEAD') ?? 'GET';
      const call = `${method} ${route.url}`;
      const { access, tag, summary } = route.route.config ?? {};
      // Pages are not listed. A call without a declaration is listed, so that operations.test.ts finds it.
      if (!access || !tag || !summary) return { schema: { ...schema, hide: !/^\/(api|webhooks)\//.test(url) }, url };
      const form = forms[call];
      const body = form && { consumes: ['multipart/form-data'], body: form };
      const operationId = operationIdOf(method, route.url);
      const declared = { operationId, tags: [tag], summary, security: securityOf[access], 'x-access': access };
      // `GET /api/user` is how a caller learns whose session it is.
      const headers = access === 'session' && call !== 'GET /api/user' && { headers: expectedUser };
      return { schema: { ...schema, ...body, ...headers, ...declared }, url };
    },
    transformObject: jsonSchemaTransformObject,
  });
  app.register((routes, _options, done) => {
    routes.get('/api/docs', { config: { access: 'public', tag: 'Public', summary: 'Returns this document.' } }, () =>
      app.swagger(),
    );
    done();
  });
  // The page reads only part of the document.
  app.register(apiDocsPage(() => app.swagger() as ApiDocument));
}
