import { createHash } from 'node:crypto';
import { chmodSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Builds what the server serves: the console, the command line with the client, and the MCP adapter, each into `dist` of its
 * package. `scripts/run.mjs` starts this before every program, so a package whose sources are those of its last build is skipped
 * before a bundler is loaded.
 */

/** Writes what a package is built into to a folder. */
type Build = (folder: string) => Promise<void>;

/** How the code that builds a package is loaded. */
const BUILDS: Readonly<Record<string, () => Promise<Build>>> = {
  console: async () => (await import('@kinora/console/build-console')).buildConsole,
  cli: async () => (await import('@kinora/cli/bundle/bundle-programs')).bundlePrograms,
  mcp: async () => (await import('@kinora/mcp/bundle/bundle-adapter')).bundleAdapter,
};

const root = path.dirname(import.meta.dirname);
const folderOf = (name: string): string => path.join(root, 'packages', name);
const distOf = (name: string): string => path.join(folderOf(name), 'dist');
/** Has the hash of the sources that a build was made of. */
const RECORD = 'sources';

/** A hash of a package and of those that it depends on: their sources and the versions of their libraries. */
function hashSources(name: string): string {
  const hash = createHash('sha256');
  const names = new Set([name]);
  for (const each of names) {
    const folder = folderOf(each);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const other of Object.keys(dependencies)) {
      if (other.startsWith('@kinora/')) names.add(other.slice('@kinora/'.length));
    }
    // The bundler reads the options of the compiler.
    for (const file of globSync(['*.json', '{src,build}/**/*.*'], { cwd: folder }).sort()) {
      hash
        .update(`${each}/${file}\0`)
        .update(readFileSync(path.join(folder, file)))
        .update('\0');
    }
  }
  if (name === 'console') {
    // It bundles what reads a prompt, and depends on nothing else of that package.
    const folder = folderOf('procedural');
    for (const file of globSync('src/{prompt,colour,random}/*.ts', { cwd: folder }).sort()) {
      hash.update(readFileSync(path.join(folder, file)));
    }
  }
  if (name === 'cli') {
    const folder = folderOf('python');
    for (const file of globSync(['*.{toml,md}', 'src/**/*.{py,typed}'], { cwd: folder }).sort()) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(folder, file)))
        .update('\0');
    }
  }
  for (const file of ['package-lock.json', 'tsconfig.json']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function isBuilt(name: string, sources: string): boolean {
  try {
    return readFileSync(path.join(distOf(name), RECORD), 'utf8') === sources;
  } catch {
    return false;
  }
}

interface Stale {
  readonly name: string;
  readonly load: () => Promise<Build>;
  readonly sources: string;
}

/**
 * The new build takes the place of the old one at once, and whole. Of two builds at the same time the second leaves what the
 * first has built, or replaces it by the same.
 */
async function buildPackage({ name, load, sources }: Stale): Promise<void> {
  const dist = distOf(name);
  const draft = mkdtempSync(`${dist}-`);
  try {
    const build = await load();
    await build(draft);
    writeFileSync(path.join(draft, RECORD), sources);
    // A temporary folder is its owner's alone; a service may run as somebody else than who builds.
    chmodSync(draft, 0o755);
    if (isBuilt(name, sources)) return;
    rename(dist, `${draft}-old`);
    rename(draft, dist);
  } finally {
    for (const folder of [draft, `${draft}-old`]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Another build may be faster: then there is nothing to move away, or something in the place. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** What to do about a failed build; undefined where it is a mistake in the sources. */
function remedyFor(error: unknown): string | undefined {
  const { message } = error as Error;
  if (['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error)))
    return `Nothing can be written there: run "npm run build" as the owner of ${root}, and start this again.`;
  if (codeOf(error) === 'ENOSPC') return 'Make room on the disk, and start this again.';
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND' || /needed by esbuild/.test(message))
    return `A package is missing: run "npm install --include=optional" in ${root}, and start this again.`;
  return undefined;
}

const startedAt = performance.now();
const stale = Object.entries(BUILDS)
  .map(([name, load]) => ({ name, load, sources: hashSources(name) }))
  .filter(({ name, sources }) => !isBuilt(name, sources));
// Each is waited for, so that it removes its draft.
const failed = (await Promise.allSettled(stale.map(buildPackage))).find(
  ({ status }) => status === 'rejected',
);
if (failed?.status === 'rejected') {
  const remedy = remedyFor(failed.reason);
  if (remedy === undefined) throw failed.reason;
  process.stderr.write(`What the server serves cannot be built: ${failed.reason.message}\n${remedy}\n`);
  process.exitCode = 1;
} else if (stale.length > 0) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const names = stale.map(({ name }) => name).join(', ');
  process.stderr.write(`Built what the server serves (${names}) in ${seconds} s.\n`);
}
