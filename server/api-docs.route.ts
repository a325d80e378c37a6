import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

import { ATTACHMENTS_MAX } from '#contract/attachments.ts';
import { brand } from '#contract/brand.ts';
import { CONTACT_ATTACHMENT_FIELD } from '#contract/contact-words.ts';
import { ContactMessage } from '#contract/contact.ts';
import { SUPPORT_ATTACHMENT_FIELD, SupportTicket } from '#contract/support.ts';

import { type Access, operations } from './api-operations.ts';

const securityOf: Record<Access, Record<string, string[]>[]> = {
  public: [],
  session: [{ session: [] }],
  operator: [{ operator: [] }],
  signature: [],
};

/** Calls that take a form with files. They read it as a stream, so that Fastify knows no schema of it. */
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
      const call = `${method} ${route.url}`;
      const operation = operations[call];
      // Pages are no calls; a call that no one described is shown all the same.
      if (!operation) return { schema: { ...schema, hide: !/^\/(api|webhooks)\//.test(url) }, url };
      const { tag, summary, access } = operation;
      const form = forms[call];
      const body = form && { consumes: ['multipart/form-data'], body: form };
      return { schema: { ...schema, ...body, tags: [tag], summary, security: securityOf[access] }, url };
    },
    transformObject: jsonSchemaTransformObject,
  });
  app.register((routes, _options, done) => {
    routes.get('/api/docs', () => app.swagger());
    done();
  });
}
