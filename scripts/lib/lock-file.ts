/** All lock files: the project's, and those of tools that only a bench installs. */
export const lockFiles = ['package-lock.json', 'bench/peers/package-lock.json', 'bench/lighthouse/package-lock.json'];

/** The relevant parts of package-lock.json (lockfileVersion 3). */
export type LockFile = { packages: Record<string, LockedPackage> };

export type LockedPackage = {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

/** An optional dependency that is missing from the lock file. */
export type MissingPackage = { readonly name: string; readonly version: string; readonly parent: string };

const systems = new Set(['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'aix']);
const processors = new Set([
  'x64',
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  'ppc64le',
  's390x',
  'riscv64',
  'loong64',
  'wasm32',
]);

/** Packages without a hash, in the lock file's order: the registry at hand did not have them. */
export function findUnpinned({ packages }: LockFile): { readonly name: string; readonly version: string }[] {
  return Object.entries(packages)
    .filter(([folder, { integrity }]) => folder !== '' && integrity === undefined)
    .map(([folder, { version = '' }]) => ({ name: nameOf(folder), version }));
}

/** The package of a folder: "node_modules/a/node_modules/@b/c" is "@b/c". */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Optional dependencies that are missing from the lock file, in the order of their mention. */
export function findMissing({ packages }: LockFile): MissingPackage[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, parent, name))
      .map(([name, version]) => ({ name, version, parent })),
  );
}

/**
 * Adds the missing optional packages. npm omits from the lock file what the registry at hand does not have (a mirror may
 * lack the packages of other platforms), and npm 11 then rejects that file in `npm ci`, on every machine. Platform and
 * processor come from the packages' names.
 *
 * @param hashes the registry's hashes of packages that have none yet, by `name@version`; a package without a known hash
 * keeps none, and npm then trusts the registry from which it installs
 */
export function complete(lock: LockFile, hashes: ReadonlyMap<string, string>): LockFile {
  const packages = { ...lock.packages };
  for (const { name, version, parent } of findMissing(lock)) {
    const { dev } = packages[parent] ?? {};
    const top = `node_modules/${name}`;
    const place = top in packages && packages[top]?.version !== version ? `${parent}/${top}` : top;
    packages[place] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
  }
  for (const [folder, { version, integrity = hashes.get(`${nameOf(folder)}@${version}`), ...rest }] of Object.entries(
    packages,
  )) {
    if (folder !== '' && integrity) packages[folder] = { version: version ?? '', integrity, ...rest };
  }
  return {
    ...lock,
    packages: Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'))),
  };
}

/** "@swc/core-linux-arm-gnueabihf" is for Linux on ARM with glibc. @throws if a name contains no platform */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = words.filter((word) => systems.has(word));
  const cpu = words.filter((word) => processors.has(word));
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name}: its name contains no platform.`);
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : ['glibc'];
  const hasLibc = words.some((word) => /^(gnu|musl)/.test(word));
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(hasLibc && { libc }) };
}

/** Node's resolution: below the package itself, then below each package that contains it. */
function isLocked(packages: LockFile['packages'], parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
