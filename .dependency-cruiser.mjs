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
 * The import directions of docs/architecture: who may know whom.
 * Paths are relative to the project's folder; `$1` is the first capture of the `from` pattern.
 */

const features = 'texting|answers|accounts|billing|support|admin|fallback';
/** Files that announce I/O by their suffix, and files that are not product code. */
const announcesIo = '\\.(route|job|repo|flow|test|bench)\\.tsx?$';

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
      from: { path: `^server/(${features})/`, pathNot: '\\.test\\.ts$|^server/fallback/' },
      to: { path: `^server/(${features})/`, pathNot: '^server/($1|answers)/' },
    },
    {
      name: 'fallback-is-for-texting',
      comment: 'It keeps what the path of a text does, and does the same to the database afterwards.',
      severity: 'error',
      from: { path: '^server/fallback/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${features})/`, pathNot: '^server/(fallback|texting)/' },
    },
    {
      name: 'answers-is-for-texting',
      severity: 'error',
      from: { path: '^server/(accounts|billing|support|admin|fallback)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/answers/' },
    },
    {
      name: 'features-use-ports',
      comment: 'A feature asks a port; only main and the test helpers know which client stands behind it.',
      severity: 'error',
      from: { path: `^server/(${features}|platform|db)/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^server/providers/', pathNot: '^server/providers/ports(/|\\.ts$)' },
    },
    {
      name: 'foundations-know-no-feature',
      severity: 'error',
      from: { path: '^server/(platform|db|providers)/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${features})/` },
    },
    {
      name: 'unsuffixed-is-pure',
      comment:
        'In a feature, a file without .route .job .repo .flow does no I/O: time, randomness and data come as arguments.',
      severity: 'error',
      from: { path: `^server/(${features})/.+\\.ts$`, pathNot: announcesIo },
      to: { path: '^(server/db/(?!schema)|server/providers/(?!ports)|node_modules/(pg|kysely|fastify|pg-boss)/)' },
    },
    {
      name: 'unsuffixed-is-pure-of-node',
      severity: 'error',
      from: { path: `^server/(${features})/.+\\.ts$`, pathNot: announcesIo },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|timers/promises)$' },
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
