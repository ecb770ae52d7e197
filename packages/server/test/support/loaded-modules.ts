import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

/** The URLs of all modules that a new process loads for this script, in which `src` imports from the server's sources. */
export async function loadedModules(script: string): Promise<readonly string[]> {
  const program = `
    import { registerHooks } from 'node:module';
    import { pathToFileURL } from 'node:url';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const src = (file) => import(pathToFileURL(${JSON.stringify(SOURCES)} + file).href);
    ${script}
    process.stdout.write(JSON.stringify(loaded));
  `;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  return JSON.parse(stdout);
}
