import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locked, resolvePlace } from '../install-sets.mjs';
import type { ImportedLibraries } from './compile-program.ts';

/** The libraries of a packed program: what is packed with it, and what npm installs beside it. */

type Versions = Readonly<Record<string, string>>;

export interface Libraries {
  /** The places in the repository of the libraries that are packed with the program: those that are alike on all platforms. */
  readonly packed: ReadonlySet<string>;
  /** The parts of them for one platform, which npm installs, and their versions. */
  readonly optionalDependencies: Versions;
  /** `packages` of the lock file, without the package itself. */
  readonly locked: Locked;
}

/** The platforms that have a Node in npm (`install-sets.mjs`), as the packages for one platform name them. */
const PLATFORM = /[-/](darwin|linux|win|win32|windows)-(arm64|x64)(-gnu|-msvc)?$/;

/**
 * Reads the lock file of the repository, so that a packed program gets the versions that were tested. What a workspace names as
 * optional, such as the Node for a platform, comes with it.
 */
export function lockLibraries(root: string, imported: ImportedLibraries): Libraries {
  const all: Locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const places = new Set<string>();
  const packed = new Set<string>();
  const versions = new Map<string, string>();
  const locked: Record<string, Locked[string]> = {};
  const need = (at: string, wanted: Versions, isWanted: (name: string) => boolean = () => true) => {
    for (const name of Object.keys(wanted).filter(isWanted)) {
      const place = resolvePlace(all, at, name);
      if (place !== undefined) places.add(place);
    }
  };
  for (const [workspace, names] of imported) {
    const { dependencies = {}, optionalDependencies = {} } = all[workspace] ?? {};
    // What is imported but not declared is a word in a text; `test/architecture.test.ts` sees to it.
    need(workspace, dependencies, (name) => names.has(name));
    need(workspace, optionalDependencies);
  }
  for (const place of places) {
    const library = all[place] as Locked[string];
    const name = place.replace(/^.*node_modules\//, '');
    if (library.os !== undefined || library.cpu !== undefined) {
      if (!PLATFORM.test(name)) continue;
      const { dev: _, peer: __, devOptional: ___, ...kept } = library;
      locked[place] = { ...kept, optional: true };
      versions.set(name, library.version ?? '');
      continue;
    }
    // What else is optional needs a build for the machine, and is not installed with the service.
    if (library.optional) continue;
    // Declarations of types are not packed.
    if (!name.startsWith('@types/')) packed.add(place);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = library;
    need(place, { ...dependencies, ...optionalDependencies });
    need(place, peerDependencies, (peer) => !peerDependenciesMeta?.[peer]?.optional);
  }
  return { packed, optionalDependencies: Object.fromEntries([...versions].sort()), locked };
}
