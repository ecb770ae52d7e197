import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BUNDLE_FOLDER, type Bundle, hashSources, readBundle, SOURCE_FOLDER } from './bundle.ts';
import { directImports } from './direct-imports.ts';

/**
 * Builds the console if its sources changed since the last build, and prints how long that took:
 *   node packages/console/build/build-console.ts
 */

const sources = hashSources();
if (readBundle()?.sources !== sources) {
  const startedAt = performance.now();
  const bytes = await buildConsole(sources);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`Built the console (${Math.round(bytes / 1024)} KB compressed) in ${seconds} s.\n`);
}

/** Returns the size of all files, compressed. The new build takes the place of the old one at once. */
async function buildConsole(sources: string): Promise<number> {
  mkdirSync(path.dirname(BUNDLE_FOLDER), { recursive: true });
  const draft = mkdtempSync(`${BUNDLE_FOLDER}-`);
  const { metafile } = await build({
    plugins: [directImports()],
    entryPoints: [path.join(SOURCE_FOLDER, 'main.tsx')],
    outdir: path.join(draft, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    metafile: true,
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    absWorkingDir: draft,
  });
  let bytes = 0;
  for (const file of Object.keys(metafile.outputs)) bytes += compress(path.join(draft, file));
  // Pages that are loaded later have entry points too; the style of the main one has those of all pages.
  const isMain = (entryPoint = ''): boolean => path.basename(entryPoint) === 'main.tsx';
  const [script, main] = Object.entries(metafile.outputs).find(([, file]) => isMain(file.entryPoint)) ?? [];
  if (script === undefined || main?.cssBundle === undefined) throw new Error('the console has no stylesheet');
  const bundle: Bundle = { script: `/${script}`, style: `/${main.cssBundle}`, sources };
  writeFileSync(path.join(draft, 'bundle.json'), JSON.stringify(bundle));
  // A temporary folder is its owner's alone; a service may run as somebody else than who builds.
  chmodSync(draft, 0o755);
  rmSync(BUNDLE_FOLDER, { recursive: true, force: true });
  renameSync(draft, BUNDLE_FOLDER);
  return bytes;
}

/** Writes the compressed versions beside a file; returns the smaller size. */
function compress(file: string): number {
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  return brotli.length;
}
