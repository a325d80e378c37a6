import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { allScriptsOf, assetOf, pageSourcesOf, type Manifest } from './manifest.ts';

/** What at-rules with rules inside begin with; the content of others is never split. */
const GROUP = /^@(?:layer|media|supports|container)\b/;
/** What must not be mistaken for the end of a rule, and what may be one. */
const TOKEN = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|url\([^"')]*\)|[{};]/g;
/** Set on the page by the inline script, so in no file of its code. */
const SET_BY_INLINE_SCRIPT = 'js';

type Statement = { readonly prelude: string; /** Null: ends with a semicolon. */ readonly body: string | null };

/**
 * The part of the site's styles that one page can use: rules without a class, and those whose classes stand in the page's
 * code. In the order of the whole, which is loaded in addition before the visitor comes to another page
 * (web/lib/all-styles.ts).
 * @param css the styles of all pages, minified, with style rules that are not nested
 * @param scripts the code of the page, with all that it may load later on itself
 */
export function stylesOf(css: string, scripts: readonly string[]): string {
  const used = new Set([SET_BY_INLINE_SCRIPT, ...scripts.flatMap((code) => code.split(/[\s"'`{}$]+/))]);
  const kept = keepRules(css, (selectors) => isReachable(selectors, used));
  return keepStatements(kept, ({ prelude }) => {
    const name = /^@keyframes (.+)$/.exec(prelude)?.[1];
    return name === undefined || new RegExp(String.raw`anim[^;}]*\b${name}\b`).test(kept);
  });
}

const FILE = 'render/styles.json';

/** Writes the styles of each page, by its source: part of the build, as no brand changes them. */
export async function writePageStyles(siteFolder: string, manifest: Manifest): Promise<void> {
  const css = await readFile(join(siteFolder, assetOf(manifest, '.css')), 'utf8');
  const styles: Record<string, string> = {};
  for (const source of pageSourcesOf(manifest)) {
    const files = allScriptsOf(manifest, source);
    const scripts = await Promise.all(files.map((file) => readFile(join(siteFolder, file), 'utf8')));
    styles[source] = stylesOf(css, scripts);
  }
  await writeFile(join(siteFolder, FILE), JSON.stringify(styles));
}

/** What `writePageStyles` wrote. */
export async function readPageStyles(siteFolder: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(siteFolder, FILE), 'utf8')) as Record<string, string>;
}

/** Whether one of the selectors has used classes only. What `:not()` excludes need not exist. */
function isReachable(selectors: string, used: ReadonlySet<string>): boolean {
  return selectors
    .replaceAll(/:not\((?:\\.|[^()\\])*\)/g, '')
    .split(/(?<!\\),/)
    .some((selector) =>
      [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].every(([, name = '']) => used.has(name.replaceAll(/\\(.)/g, '$1'))),
    );
}

function keepRules(css: string, isKept: (selectors: string) => boolean): string {
  return statementsOf(css)
    .map(({ prelude, body }) => {
      if (body === null) return `${prelude};`;
      if (prelude.startsWith('@') && !GROUP.test(prelude)) return `${prelude}{${body}}`;
      if (!prelude.startsWith('@')) return isKept(prelude) ? `${prelude}{${body}}` : '';
      const inner = keepRules(body, isKept);
      return inner === '' ? '' : `${prelude}{${inner}}`;
    })
    .join('');
}

function keepStatements(css: string, isKept: (statement: Statement) => boolean): string {
  return statementsOf(css)
    .filter(isKept)
    .map(({ prelude, body }) => (body === null ? `${prelude};` : `${prelude}{${body}}`))
    .join('');
}

/** The outermost statements, without comments: the licenses are in `/licenses.txt`. */
function statementsOf(css: string): Statement[] {
  const found: Statement[] = [];
  let depth = 0;
  let start = 0;
  let bodyStart = 0;
  for (const { 0: token, index } of css.matchAll(TOKEN)) {
    if (token === '{' && depth++ === 0) bodyStart = index + 1;
    const isEnd = (token === '}' && --depth === 0) || (token === ';' && depth === 0);
    if (!isEnd) continue;
    const prelude = css.slice(start, token === ';' ? index : bodyStart - 1);
    const body = token === ';' ? null : css.slice(bodyStart, index);
    found.push({ prelude: prelude.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim(), body });
    start = index + 1;
  }
  return found;
}
