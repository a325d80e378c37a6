import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { anchorsOf, type Citation, citationsIn, filesNamedIn, linksIn } from './citations.ts';
import { root } from './project.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = /\.md$|^(?:LICENSE|NOTICE)$/;
const sources = /\.(?:ts|tsx|mjs|js|css|html|sql|yml|json)$|^\.env\.example$/;
/** Their own examples are no citations. */
const testsOfCitations = /^scripts\/lib\/citations(?:\.test)?\.ts$/;
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => (documents.test(file) || sources.test(file)) && file !== 'package-lock.json')
  .filter((file) => !testsOfCitations.test(file) && existsSync(join(root, file)));

/** Documents that a reader of the repository cannot open, or numbers that move: what citations looked like before. */
const retired = [
  /\bsecurity(?:\.md)?,? \(?T\d/i,
  /\((?:security, )?T\d{1,2}(?:,|\))/,
  /\bspec(?:ification)?(?:'s)?,? sections? \d/i,
  /\b(?:answer )?protocol,? \d\.\d/i,
  /\bT\d of the protocol\b/,
  /\bfield (?:guide|error)\b/i,
  /\bdecisions?, (?:"|[A-Z_]{4,})/,
  /\(decisions?,? \d+\)/,
  /docs\/decisions\/\d{4}(?!-[a-z])/,
  /\bdatabase[ -]outage(?:,|\.md| \d)/i,
  /\barchitecture, "/i,
  /\b(?:style|voice|interfaces|spec|answer-protocol|sms-field-guide|web-design)\.md\b/,
  /\bproviders' notes\b/,
  /\(issue(?: "|: [a-z])/,
];
/** The documents themselves. */
const ownNames = /docs\/reference\/voice\.md|\]\([\w./-]*voice\.md(?:#[\w-]+)?\)/g;

const anchors = new Map<string, ReadonlySet<string>>();
function hasAnchor({ file, anchor }: Citation): boolean {
  if (anchor === null) return true;
  const known = anchors.get(file) ?? anchorsOf(read(file));
  anchors.set(file, known);
  return known.has(anchor);
}

function broken(path: string, citations: readonly Citation[]): string[] {
  return citations
    .filter((citation) => !existsSync(join(root, citation.file)) || !hasAnchor(citation))
    .map(({ raw }) => `${path}: ${raw}`);
}

test('every document that the code cites exists, and has the anchor', () => {
  const cited = tracked
    .filter((file) => sources.test(file))
    .map((file) => ({ file, citations: citationsIn(read(file)) }));
  expect(cited.flatMap(({ citations }) => citations).length).toBeGreaterThan(250);
  expect(cited.flatMap(({ file, citations }) => broken(file, citations))).toEqual([]);
});

test('every relative link of a document leads to a file, and to its anchor', () => {
  const linked = tracked
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, links: linksIn(file, read(file)) }));
  expect(linked.flatMap(({ links }) => links).length).toBeGreaterThan(100);
  expect(linked.flatMap(({ file, links }) => broken(file, links))).toEqual([]);
});

/** What a run makes, and a place for a name. */
const madeLater = /^(bench\/results|dist)\/|NAME|TASK/;

test('every path that a document names in code exists', () => {
  const named = tracked
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/`((?:bench|contract|docs|e2e|embedded|sandbox|scripts|server|web)\/[\w./-]+)`/g)].map(
        ([, path = '']) => ({ file, path }),
      ),
    );
  expect(named.length).toBeGreaterThan(150);
  const missing = named.filter(({ path }) => !madeLater.test(path) && !existsSync(join(root, path)));
  expect(missing.map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
});

test('every file that a comment names exists', () => {
  const named = tracked
    // A migration never changes, and files move.
    .filter((file) => sources.test(file) && !file.startsWith('server/db/migrations/'))
    .flatMap((file) => filesNamedIn(file, read(file)).map((found) => ({ file, ...found })));
  expect(named.length).toBeGreaterThan(300);
  const missing = named.filter(
    ({ raw, candidates }) => !madeLater.test(raw) && !candidates.some((path) => existsSync(join(root, path))),
  );
  expect(missing.map(({ file, raw }) => `${file}: ${raw}`)).toEqual([]);
});

test('nothing is cited by a name or a number that the repository does not hold', () => {
  const found = tracked.flatMap((file) =>
    read(file)
      .replaceAll(ownNames, '')
      .split('\n')
      .filter((line) => retired.some((shape) => shape.test(line)))
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  );
  expect(found).toEqual([]);
});

test.for([
  ['a broken anchor', 'see docs/reference/security.md#t99'],
  ['a broken file', '// docs/reference/secrets.md'],
  ['the second anchor of a list', '(docs/reference/security.md#t1, #t98)'],
  ['an anchor on the next line', ' * (docs/reference/security.md#t1 and\n * #t98)'],
])('%s is told', ([, source = '']) => {
  expect(broken('x.ts', citationsIn(source))).toHaveLength(1);
});

test('a path in a comment begins at any folder above its file', () => {
  const source = "import './other/gone.ts';\n/** See rules/replies.ts, and\n * store/gone.ts. */\nrun(); // in main.ts";
  expect(filesNamedIn('server/texting/texting.ts', source)).toEqual([
    {
      raw: 'rules/replies.ts',
      candidates: ['rules/replies.ts', 'server/rules/replies.ts', 'server/texting/rules/replies.ts'],
    },
    { raw: 'store/gone.ts', candidates: ['store/gone.ts', 'server/store/gone.ts', 'server/texting/store/gone.ts'] },
  ]);
});

test('anchors are those that GitHub makes of headings, and ids', () => {
  const markdown = '# Who is `answered`?\n```\n# none\n```\n<a id="t1"></a>\n## A\n## A\n### [Link](x.md), and *more*';
  expect([...anchorsOf(markdown)]).toEqual(['t1', 'who-is-answered', 'a', 'a-1', 'link-and-more']);
});
