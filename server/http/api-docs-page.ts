import { createHash } from 'node:crypto';

import type { FastifyPluginCallback } from 'fastify';

import { operationsOf, type ApiDocument, type Operation, type Schema } from './api-document.ts';

/** Types nested deeper than this show only their kind. */
const depthMax = 6;

const style = `:root{color-scheme:light dark;--line:#8886;--soft:#8882}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}code,.path{font-family:ui-monospace,monospace;font-size:.94em}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:.5rem .75rem}
summary{cursor:pointer}.method{display:inline-block;min-width:4.5em;font-weight:700}
.badge{background:var(--soft);border-radius:.3rem;padding:0 .4em;font-size:.85em}ul{margin:.2rem 0;padding-left:1.25rem}
h3{font-size:1em;margin:.75rem 0 .1rem}`;

/** The page loads its own style and the icon and nothing else: no script, no font, no other host. */
const contentSecurityPolicy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/**
 * `GET /api-docs`: every call as a page for people, made from the document of `GET /api/docs`.
 * @param read returns that document, complete once the server is ready
 */
export function apiDocsPage(read: () => ApiDocument): FastifyPluginCallback {
  return function (app, _options, done) {
    let page: string | undefined;
    app.get('/api-docs', (_request, reply) => {
      page ??= writePage(read());
      reply.header('content-security-policy', contentSecurityPolicy).header('cache-control', 'no-cache');
      return reply.type('text/html; charset=utf-8').send(page);
    });
    done();
  };
}

function writePage(document: ApiDocument): string {
  const groups = Map.groupBy(operationsOf(document), ({ tags }) => tags?.[0] ?? 'Other');
  const parts = [...groups].map(
    ([tag, operations]) => `<h2 id="${text(tag)}">${text(tag)}</h2>\n${operations.map(writeOperation).join('\n')}`,
  );
  const links = [...groups.keys()].map((tag) => `<a href="#${text(tag)}">${text(tag)}</a>`);
  const { title, version } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(title)} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<h1>${text(title)} API</h1>
<p>Version ${text(version)}. For programs: <a href="/api/docs">the same as OpenAPI 3.1</a>. A refused call answers with
<code>code</code> and <code>message</code>, and <code>fields</code> for what is wrong in a form.</p>
<p>${links.join(' · ')}</p>
${parts.join('\n')}
</body>
</html>
`;
}

function writeOperation(operation: Operation): string {
  const { method, path, summary = '', operationId = '', parameters = [], requestBody, responses = {} } = operation;
  const access = operation['x-access'];
  const body = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h3>Body: ${text(type)}</h3>${writeSchema(schema)}`,
  );
  const query = parameters.map(
    ({ name, in: place, required = false, schema }) =>
      `<li><code>${text(name)}</code> in ${text(place)}${required ? '' : ', optional'}: ${typeOf(schema)}</li>`,
  );
  const answers = Object.entries(responses).map(([status, { content = {} }]) => {
    const schema = Object.values(content)[0]?.schema;
    return `<h3>Answer ${text(status)}</h3>${schema === undefined ? '' : writeSchema(schema)}`;
  });
  return `<details id="${text(operationId)}">
<summary><span class="method">${text(method.toUpperCase())}</span> <span class="path">${text(path)}</span>
<span class="badge">${text(access ?? '')}</span> ${text(summary)}</summary>
<p><code>${text(operationId)}</code></p>
${query.length > 0 ? `<h3>Parameters</h3><ul>${query.join('')}</ul>` : ''}${body.join('')}${answers.join('')}
</details>`;
}

/** The type as HTML, with the fields of an object as a list. */
function writeSchema(schema: Schema | undefined, depth = 0): string {
  const fields = fieldsOf(schema);
  if (fields === null || depth >= depthMax) return `<div>${typeOf(schema)}</div>`;
  const required = new Set(fields.required ?? []);
  const items = Object.entries(fields.properties ?? {}).map(([name, value]) => {
    const inner = fieldsOf(value) === null ? '' : writeSchema(value, depth + 1);
    return `<li><code>${text(name)}</code>${required.has(name) ? '' : ', optional'}: ${typeOf(value)}${inner}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

/** The schema that has the fields: that of an object, or of the items of a list. */
function fieldsOf(schema: Schema | undefined): Schema | null {
  if (schema?.properties !== undefined) return schema;
  if (schema?.items !== undefined) return fieldsOf(schema.items);
  return schema?.anyOf?.map(fieldsOf).find((one) => one !== null) ?? null;
}

/** The type in a few words, as HTML. */
function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'anything';
  const { anyOf = schema.oneOf, enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
  if (values !== undefined) return values.map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(' or ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  const kind = [schema.type ?? 'anything'].flat().join(' or ');
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  return text(`${kind}${format}`);
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
