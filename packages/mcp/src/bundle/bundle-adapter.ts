import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { defaultAddress } from '../adapter-facts.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Zod's messages in other languages than English, half of its size: models read English. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/** The validator that the SDK has for forms, which the adapter does not show. It is a third of the SDK. */
const withoutFormValidator: Plugin = {
  name: 'without-form-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'adapter',
    }));
    onLoad({ filter: /^shims$/, namespace: 'adapter' }, () => ({
      contents: `
        import process from 'node:process';
        class DefaultJsonSchemaValidator {
          getValidator() { throw new Error('The adapter validates no forms.'); }
        }
        export { DefaultJsonSchemaValidator, process };`,
    }));
  },
};

export interface BundledAdapter {
  /** A program for Node 20 or newer. */
  readonly program: string;
  /** The licences of the libraries in it. */
  readonly licences: string;
}

/** The adapter and everything it imports as one file. The same sources give the same bytes. */
export async function bundleAdapter(): Promise<BundledAdapter> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../main.ts', import.meta.url))],
    absWorkingDir: packageFolder,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    metafile: true,
    plugins: [englishOnly, withoutFormValidator],
    logLevel: 'silent',
  });
  const program = outputFiles[0]?.text ?? '';
  // The package replaces it by the address of the service.
  if (program.split(JSON.stringify(defaultAddress)).length !== 2) {
    throw new Error(`the bundle must have ${defaultAddress} exactly once`);
  }
  return { program, licences: collectLicences(Object.keys(metafile.inputs)) };
}

/** The licence file of every library that a source is from, by name. */
function collectLicences(sources: readonly string[]): string {
  const folders = sources.flatMap((source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []);
  return [...new Set(folders)]
    .map((folder) => ({
      folder: path.join(packageFolder, folder),
      name: folder.replace(/^.*node_modules\//, ''),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder, name }) => {
      const [file] = globSync('LICEN[CS]E*', { cwd: folder }).sort();
      if (file === undefined) throw new Error(`${name} has no licence file`);
      return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
