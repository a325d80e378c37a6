import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';

import { operations } from './api-operations.ts';

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { summary?: string; requestBody?: unknown; responses: object }>>;
};

test('every call is documented, from the schemas that check it', async ({ it }) => {
  const response = await fetch(`${it.url}/api/docs`);
  expect(response.headers.get('content-type')).toContain('application/json');
  const { openapi, paths } = (await response.json()) as Document;
  expect(openapi).toMatch(/^3\.1\./);

  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(documented.length).toBeGreaterThan(40);
  expect(documented.filter((call) => !(call in operations))).toEqual([]);
  expect(paths['/api/login']?.['post']).toMatchObject({
    summary: operations['POST /api/login']?.summary,
    requestBody: {
      content: {
        'application/json': { schema: { properties: { email: {}, password: {} }, required: ['email', 'password'] } },
      },
    },
    responses: { 200: {}, '4XX': {}, '5XX': {} },
  });
});
