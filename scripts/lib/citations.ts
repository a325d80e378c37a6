import { posix } from 'node:path';

/** A mention of a document, as `path.md` or `path.md#anchor`; `raw` is what stands in the file. */
export type Citation = { readonly raw: string; readonly file: string; readonly anchor: string | null };

const mention = /(?<![\w./:@-])((?:[\w-]+\/)+[\w.-]+\.md)((?:#[\w-]+(?:(?:, | and )(?=#[a-z]))?)*)/g;
const link = /\]\(([^)\s]+)\)/g;
/** GitHub's own: letters, digits, hyphens, underscores and blanks stay; blanks become hyphens. */
const droppedFromSlug = /[^\p{L}\p{N}\p{M}_ -]/gu;

/** The documents that a source file names by their path from the root, each anchor of a list on its own. */
export function citationsIn(source: string): Citation[] {
  // A comment may break the line between two anchors of one document.
  const text = source.replace(/(,| and)\n\s*(?:\*|\/\/|--)\s(?=#[a-z])/g, '$1 ');
  return [...text.matchAll(mention)].flatMap(([raw, file = '', anchors = '']): Citation[] => {
    const all = [...anchors.matchAll(/#([\w-]+)/g)].map(([, anchor = '']) => anchor);
    return all.length === 0 ? [{ raw, file, anchor: null }] : all.map((anchor) => ({ raw, file, anchor }));
  });
}

/** The relative links of a document, as paths from the root. @param path the document's own, from the root */
export function linksIn(path: string, markdown: string): Citation[] {
  const targets = [...withoutCode(markdown).matchAll(link)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((raw) => {
      const [file = '', anchor = null] = raw.split('#');
      const from = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
      return { raw, file: from, anchor };
    });
}

const comment = /(?:^\s*(?:\/?\*\*?|\/\/|--)|\s(?:\/\/|--)) (.*)$/gm;
const filePath = /(?<![\w./#@:$}{*-])((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|sql|md))\b/g;

/**
 * The files that the comments of a source file name, each as the paths from the root that it may stand for: paths begin
 * at any folder above the source, so `rules/replies.ts` is enough within `server/texting/`.
 */
export function filesNamedIn(path: string, source: string): { readonly raw: string; readonly candidates: string[] }[] {
  const folders = posix.dirname(path).split('/');
  const bases = ['', ...folders.map((_, index) => folders.slice(0, index + 1).join('/'))];
  return [...source.matchAll(comment)]
    .flatMap(([, words = '']) => [...words.matchAll(filePath)])
    .map(([, raw = '']) => ({ raw, candidates: bases.map((base) => posix.join(base, raw)) }));
}

/** The anchors of a document: its headings as GitHub names them, and ids that stand in it. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const text = withoutCode(markdown, false);
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  const seen = new Map<string, number>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?)\s*$/gm)) {
    const slug = slugOf(heading);
    const nth = seen.get(slug) ?? 0;
    seen.set(slug, nth + 1);
    anchors.add(nth === 0 ? slug : `${slug}-${nth}`);
  }
  return anchors;
}

function slugOf(heading: string): string {
  const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return words.replaceAll(droppedFromSlug, '').replaceAll(' ', '-');
}

function withoutCode(markdown: string, isSpanDropped = true): string {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return isSpanDropped ? text.replaceAll(/`[^`\n]*`/g, '') : text;
}
