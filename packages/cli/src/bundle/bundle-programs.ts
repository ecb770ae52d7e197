import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { productVersion } from '@kinora/program/product-version';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { ServedProgram } from '../served-programs.ts';
import { bundleWheel } from './bundle-wheel.ts';

/** The version as it is now: a file alone has no manifest to read it from. */
const withVersion: Plugin = {
  name: 'with-version',
  setup({ onLoad }) {
    onLoad({ filter: /program\/src\/product-version\.ts$/ }, () => ({
      contents: `export const productVersion = () => ${JSON.stringify(productVersion())};`,
    }));
  },
};

/**
 * Writes what the server serves to customers, who have no clone: the command line for Node 20 or newer, the client as a
 * module, for browsers too, each one file without a library, and the Python client. The same sources give the same bytes.
 */
export async function bundlePrograms(folder: string): Promise<void> {
  const bundle = (entry: string, file: ServedProgram, options: BuildOptions) =>
    build({
      ...options,
      absWorkingDir: fileURLToPath(new URL('../../../..', import.meta.url)),
      entryPoints: [fileURLToPath(entry)],
      outfile: path.join(folder, file),
      bundle: true,
      format: 'esm',
      target: 'node20',
      charset: 'ascii',
      legalComments: 'none',
      logLevel: 'silent',
    });
  bundleWheel(folder);
  await Promise.all([
    bundle(import.meta.resolve('../main.ts'), 'kinora.mjs', { platform: 'node', plugins: [withVersion] }),
    bundle(import.meta.resolve('@kinora/client'), 'kinora-client.mjs', { platform: 'neutral' }),
  ]);
}
