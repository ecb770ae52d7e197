import { fileURLToPath } from 'node:url';
import { productVersion } from '@kinora/program/product-version';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export interface BundledPrograms {
  /** The customers' command line, for Node 20 or newer. */
  readonly commandLine: string;
  /** The client as a module, for browsers too. */
  readonly client: string;
}

/** The version as it is now: a file alone has no manifest to read it from. */
const withVersion: Plugin = {
  name: 'with-version',
  setup({ onLoad }) {
    onLoad({ filter: /program\/src\/product-version\.ts$/ }, () => ({
      contents: `export const productVersion = () => ${JSON.stringify(productVersion())};`,
    }));
  },
};

/** What the server serves to customers, who have no clone: each one file without a library. The same sources give the same bytes. */
export async function bundlePrograms(): Promise<BundledPrograms> {
  const [commandLine, client] = await Promise.all([
    bundle(fileURLToPath(new URL('../main.ts', import.meta.url)), {
      platform: 'node',
      plugins: [withVersion],
    }),
    bundle(fileURLToPath(import.meta.resolve('@kinora/client')), { platform: 'neutral' }),
  ]);
  return { commandLine, client };
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: fileURLToPath(new URL('../../../..', import.meta.url)),
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles?.[0]?.text ?? '';
}
