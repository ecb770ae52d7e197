import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locked, resolvePlace } from '../install-sets.mjs';
import type { ImportedLibraries } from './compile-program.ts';

/** The libraries of a packed program: what its manifest names, and the lock file that is packed with it. */

type Versions = Readonly<Record<string, string>>;

export interface Libraries {
  readonly dependencies: Versions;
  readonly optionalDependencies: Versions;
  /** The places in the repository of the libraries that are packed with the program, by name. */
  readonly bundled: ReadonlyMap<string, string>;
  /** `packages` of the lock file, without the package itself. */
  readonly locked: Locked;
}

/**
 * Without the lock file, as for a tarball, npm reads what these could be used with: every web framework, and what that could be used
 * with. It takes half a minute, and versions 10 and 11 of npm fail or do not end.
 */
const BUNDLED = /^(@better-auth\/.+|better-auth)$/;

/**
 * Reads the lock file of the repository, so that a packed program gets the versions that were tested. What a workspace names as
 * optional, such as the Node for a platform, comes with it.
 */
export function lockLibraries(root: string, imported: ImportedLibraries): Libraries {
  const all: Locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const required = new Map<string, string>();
  const optional = new Map<string, string>();
  const placed = (workspace: string, name: string): string => {
    const place = resolvePlace(all, workspace, name);
    if (place === undefined) throw new Error(`${name} of ${workspace} is not in the lock file`);
    return place;
  };
  for (const [workspace, names] of imported) {
    const { dependencies = {}, optionalDependencies = {} } = all[workspace] ?? {};
    // What is imported but not declared is a word in a text; `test/architecture.test.ts` sees to it.
    for (const name of Object.keys(dependencies).filter((each) => names.has(each))) {
      required.set(name, placed(workspace, name));
    }
    for (const name of Object.keys(optionalDependencies)) optional.set(name, placed(workspace, name));
  }
  const needed = reach(all, [...required.values()], false);
  const places = reach(all, [...required.values(), ...optional.values()], true);
  // One within another library is that library's alone.
  const isShared = (place: string) => place.split('node_modules/').length === 2;
  const bundled = new Map<string, string>();
  for (const place of needed) {
    if (BUNDLED.test(nameAt(place)) && isShared(place)) bundled.set(nameAt(place), place);
  }
  for (const place of bundled.values()) {
    for (const name of Object.keys(entry(all, place).dependencies ?? {}))
      required.set(name, placed(place, name));
  }
  for (const name of bundled.keys()) required.delete(name);
  // The overrides of the repository do not apply where the program is installed; a dependency of the same name does.
  for (const place of needed) {
    const { name } = entry(all, place);
    if (name !== undefined && name !== nameAt(place)) required.set(nameAt(place), place);
  }
  const locked: Record<string, Locked[string]> = {};
  for (const place of [...places].sort()) {
    if (bundled.get(nameAt(place)) === place) continue;
    const moved = place.replace(/^packages\/[^/]+\//, '');
    if (moved !== place && all[moved] !== undefined) throw new Error(`${moved} has two versions`);
    const { dev: _, peer: __, devOptional: ___, optional: ____, ...kept } = entry(all, place);
    locked[moved] = { ...kept, ...(!needed.has(place) && { optional: true }) };
  }
  return {
    dependencies: versionsOf(all, required),
    optionalDependencies: versionsOf(all, optional),
    bundled,
    locked,
  };
}

/** The places of everything that npm installs for these. */
function reach(locked: Locked, starts: readonly string[], withOptional: boolean): ReadonlySet<string> {
  const found = new Set(starts);
  for (const place of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry(
      locked,
      place,
    );
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    const names = [
      ...Object.keys(dependencies ?? {}),
      ...peers,
      ...(withOptional ? Object.keys(optionalDependencies ?? {}) : []),
    ];
    for (const name of names) {
      const target = resolvePlace(locked, place, name);
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

function entry(locked: Locked, place: string): Locked[string] {
  const found = locked[place];
  if (found === undefined) throw new Error(`${place} is not in the lock file`);
  return found;
}

const nameAt = (place: string): string => place.replace(/^.*node_modules\//, '');

function versionsOf(locked: Locked, places: ReadonlyMap<string, string>): Versions {
  return Object.fromEntries(
    [...places].sort().map(([name, place]) => {
      const { name: real = name, version = '' } = entry(locked, place);
      return [name, real === name ? version : `npm:${real}@${version}`];
    }),
  );
}
