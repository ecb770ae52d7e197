import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built console: what the server sends, and what the build compares with its sources. */

export interface Bundle {
  /** Paths below the origin, such as `/assets/main-ABCD.js`. */
  readonly script: string;
  readonly style: string;
  /** Identifies the sources that it was built from. */
  readonly sources: string;
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
export const SOURCE_FOLDER = path.join(PACKAGE, 'src');
export const BUNDLE_FOLDER = path.join(PACKAGE, 'dist');
export const ASSET_FOLDER = path.join(BUNDLE_FOLDER, 'assets');
export const BUNDLE_FILE = path.join(BUNDLE_FOLDER, 'bundle.json');

/** The built console; undefined before the first build. */
export function readBundle(): Bundle | undefined {
  return existsSync(BUNDLE_FILE) ? (JSON.parse(readFileSync(BUNDLE_FILE, 'utf8')) as Bundle) : undefined;
}

/** A hash of everything that the bundle is made of: the sources, the build, and the versions of the packages. */
export function hashSources(): string {
  const hash = createHash('sha256');
  const own = globSync('{src,build}/**/*.{ts,tsx,css,json}', { cwd: PACKAGE });
  const contract = path.dirname(fileURLToPath(import.meta.resolve('@kinora/contract')));
  const shared = globSync(path.relative(PACKAGE, path.join(contract, '**/*.ts')), { cwd: PACKAGE });
  for (const file of ['package.json', '../../package-lock.json', ...[...own, ...shared].sort()]) {
    const full = path.join(PACKAGE, file);
    // An installation from a package archive has no lock file.
    if (existsSync(full)) hash.update(`${file}\0`).update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}
