import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';
import { defaultAddress } from '../adapter-facts.ts';
import { toolListing } from '../tool-listing.ts';

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

/** The list of the tools as it is computed from the sources. */
const withToolListing: Plugin = {
  name: 'with-tool-listing',
  setup({ onLoad }) {
    onLoad({ filter: /mcp\/src\/tool-listing\.ts$/ }, () => ({
      contents: `export const toolListing = ${JSON.stringify(toolListing)};`,
    }));
  },
};

/** The code of calls in a function, because a dynamic import in one file would also delay, and reorder, Zod. */
function withCalls(calls: string): Plugin {
  return {
    name: 'with-calls',
    setup({ onLoad }) {
      onLoad({ filter: /mcp\/src\/load-calls\.ts$/ }, ({ path: file }) => ({
        resolveDir: path.dirname(file),
        contents: `
          import { createRequire } from 'node:module';
          import * as zod from 'zod';
          const builtIn = createRequire(import.meta.url);
          let calls;
          export async function loadCalls() {
            if (calls === undefined) {
              const module = { exports: {} };
              evaluate((name) => name === 'zod' ? zod : builtIn(name), module);
              calls = module.exports;
            }
            return calls;
          }
          function evaluate(require, module) { ${calls} }`,
      }));
    },
  };
}

const common = {
  absWorkingDir: packageFolder,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

const PROGRAM = 'kinora-mcp.mjs';
const LICENCES = 'THIRD-PARTY-LICENCES.txt';
const source = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/**
 * Writes the adapter and everything it imports as one program for Node 20 or newer, the licences of the libraries in it, and the
 * manifest with which npm installs it from the folder. The same sources give the same bytes.
 */
export async function bundleAdapter(folder: string): Promise<void> {
  const calls = await build({
    ...common,
    entryPoints: [source('call-tool.ts')],
    format: 'cjs',
    external: ['zod'],
  });
  const main = await build({
    ...common,
    entryPoints: [source('main.ts')],
    format: 'esm',
    minify: true,
    plugins: [englishOnly, withoutFormValidator, withToolListing, withCalls(textOf(calls))],
  });
  const program = textOf(main);
  // The package replaces it by the address of the service.
  if (program.split(JSON.stringify(defaultAddress)).length !== 2) {
    throw new Error(`the bundle must have ${defaultAddress} exactly once`);
  }
  const inputs = [calls, main].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write(PROGRAM, program);
  write(LICENCES, collectLicences(inputs));
  write('package.json', `${JSON.stringify(publishedManifest(), null, 2)}\n`);
}

/** What is bundled is not a dependency, and the sources are not in the folder. */
function publishedManifest(): object {
  const {
    dependencies: _,
    devDependencies: __,
    exports: ___,
    ...manifest
  } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  return { ...manifest, bin: { 'kinora-mcp': PROGRAM }, files: [PROGRAM, LICENCES] };
}

const textOf = ({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): string =>
  outputFiles[0]?.text ?? '';

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
