// What a command needs installed. A GPU machine installs the worker alone, without the server's dependencies; the
// service needs no linter, compiler or test browser. Must work on Node 20.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const INSTALL_SETS = {
  worker: setOf('packages/worker'),
  service: setOf('packages/server', 'packages/worker'),
  /** Everything, for tests and benchmarks. */
  all: { workspaces: undefined, options: [] },
};

function setOf(...workspaces) {
  const chosen = workspaces.map((name) => `--workspace=${name}`);
  return { workspaces, options: ['--omit=dev', ...chosen] };
}

/** npm records what it installed; a lock file that differs means that an install is needed. */
export function isInstalled(root, set) {
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = packagesOf(installed);
  const locked = packagesOf(path.join(root, 'package-lock.json'));
  return placesOf(locked, INSTALL_SETS[set].workspaces).every((place) => {
    const { version, optional } = locked[place];
    // Workspaces are linked, not installed: npm does not record them.
    const isLocal = !place.includes('node_modules/');
    return isLocal || optional || have[place]?.version === version;
  });
}

/** Where the lock file puts what `workspaces` need in production; everything when they are undefined. */
export function placesOf(locked, workspaces) {
  return workspaces === undefined ? Object.keys(locked) : productionTree(locked, workspaces);
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** npm resolves a name from the nearest folder up. */
function productionTree(locked, roots) {
  const found = new Set(roots);
  for (const place of found) {
    const { dependencies, optionalDependencies, link, resolved } = locked[place];
    if (link) found.add(resolved);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolve(locked, place, name);
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}

function resolve(locked, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const target = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (locked[target] !== undefined) return target;
    if (folder === '') return undefined;
  }
}
