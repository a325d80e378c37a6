// @ts-check
import { Visitor } from '@swc/core/Visitor.js';

// The walker that dependency-cruiser uses throws at `using` and `await using` (ECMAScript explicit resource
// management), though swc parses them: teach it that they hold declarators like any other declaration.
const visitOthers = Object.getOwnPropertyDescriptor(Visitor.prototype, 'visitStatement')?.value;
/** @this {Visitor} @param {any} statement */
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitOthers.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

/**
 * The import directions of docs/reference/architecture.md: who may know whom.
 * Paths are relative to the project's folder; `$1` is the first capture of the `from` pattern.
 */

const features = 'texting|answers|accounts|billing|support|admin|outage|backup';
const foundations = 'domain|platform|db|providers|http|observability|config|places';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      comment: 'An import that resolves to nothing is a typing mistake or a missing package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-stands-alone',
      comment: 'What crosses the wire knows neither side of it.',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(contract/|node_modules/zod/)' },
    },
    {
      name: 'web-talks-through-contract',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/vite' },
      to: { path: '^(server|embedded|sandbox|e2e|bench|scripts)/' },
    },
    {
      name: 'sandbox-shares-no-code',
      comment: 'A mistake in our client must not be repeated by the emulator that is to catch it.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(server|contract|web|embedded|e2e|bench|scripts)/' },
    },
    {
      name: 'nothing-knows-the-sandbox',
      comment: 'It is another address, not another code path. Only test helpers start it.',
      severity: 'error',
      from: { pathNot: '^(sandbox|server/testing|e2e|bench)/' },
      to: { path: '^sandbox/' },
    },
    {
      name: 'embedded-stands-alone',
      severity: 'error',
      from: { path: '^embedded/' },
      to: { path: '^(server|contract|web|sandbox|e2e|bench|scripts)/' },
    },
    {
      name: 'features-apart',
      comment: 'One feature does not reach into another. Texts use the answer engine; nothing else crosses.',
      severity: 'error',
      from: { path: `^server/(${features})/`, pathNot: '\\.test\\.ts$|^server/outage/' },
      to: { path: `^server/(${features})/`, pathNot: '^server/($1|answers)/' },
    },
    {
      name: 'outage-is-for-texting',
      comment: 'It keeps what the path of a text does, and does the same to the database afterwards.',
      severity: 'error',
      from: { path: '^server/outage/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${features})/`, pathNot: '^server/(outage|texting)/' },
    },
    {
      name: 'answers-is-for-texting',
      severity: 'error',
      from: { path: '^server/(accounts|billing|support|admin|outage)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/answers/' },
    },
    {
      name: 'features-use-ports',
      comment: 'A feature asks a port; only the wiring and the test helpers know which client stands behind it.',
      severity: 'error',
      from: { path: `^server/(${features}|domain|platform|db|http|observability)/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^server/providers/', pathNot: '^server/providers/ports/' },
    },
    {
      name: 'ports-know-no-client',
      comment: 'A port takes its types from no one who implements it.',
      severity: 'error',
      from: { path: '^server/providers/ports/' },
      to: { path: '^server/', pathNot: '^server/(providers/ports/|domain/|platform/|db/schema\\.ts)' },
    },
    {
      name: 'foundations-know-no-feature',
      severity: 'error',
      from: { path: `^server/(${foundations})/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${features}|app)/` },
    },
    {
      name: 'no-arrow-up',
      comment:
        'Among the foundations, each knows only those below it: http, providers, config, platform, observability, db.',
      severity: 'error',
      from: { path: '^server/(db|observability)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(http|providers|config)/' },
    },
    {
      name: 'platform-knows-no-domain',
      comment: 'Infrastructure serves any product: numbers, plans and accounts are not its business.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/domain/' },
    },
    {
      name: 'only-entry-points-know-the-wiring',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '^server/(app|testing|doctor)/|^server/main\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^server/app/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'The rules about a text do no I/O: time, randomness and data come as arguments.',
      severity: 'error',
      from: { path: '^server/texting/rules/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(server/(db|http|providers|app)/|node_modules/(pg|kysely|fastify|pg-boss)/|server/.+\\.(repo|route|job)\\.ts$)',
      },
    },
    {
      name: 'rules-are-pure-of-node',
      severity: 'error',
      from: { path: '^server/texting/rules/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'open-telemetry-in-one-module',
      comment: 'No instrumentation of others puts queries, addresses or words into spans.',
      severity: 'error',
      from: { pathNot: '^(server/providers/open-telemetry/|node_modules/)' },
      to: { path: '^node_modules/@opentelemetry/' },
    },
    {
      name: 'open-telemetry-on-demand',
      comment: 'Without the setting the packages are not loaded.',
      severity: 'error',
      from: { pathNot: '^server/providers/open-telemetry/|\\.test\\.ts$' },
      to: { path: '^server/providers/open-telemetry/', dynamic: false },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?$|^server/testing/|^e2e/|^bench/|^vitest|\\.bench\\.ts$)' },
      to: { path: '(\\.test\\.tsx?$|^server/testing/)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
