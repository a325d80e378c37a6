/** The parts of package-lock.json (lockfileVersion 3) that matter here. */
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

/** An optional package that another one names and the lock file does not have. */
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

/** Packages whose contents the lock file does not pin, in its order: the registry at hand did not have them. */
export function findUnpinned({ packages }: LockFile): { readonly name: string; readonly version: string }[] {
  return Object.entries(packages)
    .filter(([folder, { integrity }]) => folder !== '' && integrity === undefined)
    .map(([folder, { version = '' }]) => ({ name: nameOf(folder), version }));
}

/** "node_modules/a/node_modules/@b/c" holds the package "@b/c". */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Optional packages that should be in the lock file, in the order in which they are named. */
export function findMissing({ packages }: LockFile): MissingPackage[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, parent, name))
      .map(([name, version]) => ({ name, version, parent })),
  );
}

/**
 * Adds the missing ones. npm leaves out of the lock file what the registry at hand does not have (a mirror may lack the
 * packages of other platforms), and then `npm ci` of npm 11 refuses that file everywhere. Platform and processor are in
 * these packages' names.
 *
 * @param hashes of packages that have none yet, by `name@version`, as the registry knows them; what it does not know
 * stays without, and then npm takes the word of the registry that it is installed from
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

/** "@swc/core-linux-arm-gnueabihf" is for Linux on ARM with glibc. @throws when a name says no platform */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = words.filter((word) => systems.has(word));
  const cpu = words.filter((word) => processors.has(word));
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name}: its name does not say which platform it is for.`);
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : ['glibc'];
  const hasLibc = words.some((word) => /^(gnu|musl)/.test(word));
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(hasLibc && { libc }) };
}

/** Node's own look-up: below the package itself, then below each package that it lies in. */
function isLocked(packages: LockFile['packages'], parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
