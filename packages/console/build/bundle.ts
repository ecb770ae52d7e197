import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built console, which the server sends. */

export interface Bundle {
  /** Paths below the origin, such as `/assets/main-ABCD.js`. */
  readonly script: string;
  readonly style: string;
}

const BUNDLE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));
export const ASSET_FOLDER = path.join(BUNDLE_FOLDER, 'assets');
const BUNDLE_FILE = path.join(BUNDLE_FOLDER, 'bundle.json');

/** The built console; undefined before the first build. */
export function readBundle(): Bundle | undefined {
  return existsSync(BUNDLE_FILE) ? (JSON.parse(readFileSync(BUNDLE_FILE, 'utf8')) as Bundle) : undefined;
}
