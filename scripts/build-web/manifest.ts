import * as z from 'zod';

/** Vite's manifest (`build.manifest`): the output of each source file. Keys are paths from the project's folder. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
  }),
);
export type Manifest = z.infer<typeof Manifest>;

/** The source that every page starts with. */
const ENTRY = 'web/main.tsx';

/** Parses the manifest. */
export function readManifest(text: string): Manifest {
  return Manifest.parse(JSON.parse(text));
}

type Chunk = Manifest[string];

/**
 * The named chunks and their imports, each once, in order of first use.
 * @param follows whether a chunk that is loaded later counts too, by its key; none does by default
 */
function reach(
  manifest: Manifest,
  keys: readonly string[],
  follows: (key: string) => boolean = () => false,
): Set<Chunk> {
  const found = new Set<Chunk>();
  function take(key: string): void {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`No chunk was built from ${key}`);
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const imported of chunk.imports ?? []) take(imported);
    for (const later of chunk.dynamicImports ?? []) if (follows(later)) take(later);
  }
  for (const key of keys) take(key);
  return found;
}

/**
 * The scripts that a page needs for hydration: the entry first, then the page's own chunk and the imports of both, each
 * once.
 * @throws Error if the page's source has no chunk: its `source` and its `load` name different files
 */
export function scriptsOf(manifest: Manifest, source: string): string[] {
  return [...reach(manifest, [ENTRY, source])].map(({ file }) => `/${file}`);
}

/** The scripts that a page may ever load, without those of the other pages that its links lead to. */
export function allScriptsOf(manifest: Manifest, source: string): string[] {
  return [...reach(manifest, [ENTRY, source], (key) => !isPage(key))].map(({ file }) => file);
}

/** The sources of all pages: what web/pages.ts loads. */
export function pageSourcesOf(manifest: Manifest): string[] {
  return Object.keys(manifest).filter(isPage);
}

function isPage(key: string): boolean {
  return key.endsWith('-page.tsx');
}

/** The entry's one output file with the given extension, relative to the output folder. */
export function assetOf(manifest: Manifest, ending: string): string {
  const files = [...reach(manifest, [ENTRY])].flatMap(({ css = [], assets = [] }) => [...css, ...assets]);
  const [first, ...others] = files.filter((file) => file.endsWith(ending));
  if (!first || others.length > 0) throw new Error(`${ENTRY} should have one output file ending in ${ending}`);
  return first;
}
