import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Bundle } from './bundle.ts';
import { directImports } from './direct-imports.ts';

const SOURCE_FOLDER = path.join(import.meta.dirname, '../src');

/** Writes the console into a folder: its files with their compressed versions, and the names of the first two. */
export async function buildConsole(folder: string): Promise<void> {
  const { metafile } = await build({
    plugins: [directImports()],
    entryPoints: [path.join(SOURCE_FOLDER, 'main.tsx')],
    outdir: path.join(folder, 'assets'),
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
    absWorkingDir: folder,
  });
  for (const file of Object.keys(metafile.outputs)) compress(path.join(folder, file));
  // Pages that are loaded later have entry points too; the style of the main one has those of all pages.
  const isMain = (entryPoint = ''): boolean => path.basename(entryPoint) === 'main.tsx';
  const [script, main] = Object.entries(metafile.outputs).find(([, file]) => isMain(file.entryPoint)) ?? [];
  if (script === undefined || main?.cssBundle === undefined) throw new Error('the console has no stylesheet');
  const bundle: Bundle = { script: `/${script}`, style: `/${main.cssBundle}` };
  writeFileSync(path.join(folder, 'bundle.json'), JSON.stringify(bundle));
}

/** Writes the compressed versions beside a file. */
function compress(file: string): void {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
