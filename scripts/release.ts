// Makes a release out of a clone: the version everywhere, the section of the changelog, and a folder with what is published.
//   npm run release -- VERSION [--to FOLDER] [--repository URL]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
/** Files beside the manifests that name the version as an example or a default. */
const MENTIONS = ['deploy/helm/kinora/{Chart,values}.yaml', 'docs/{scale,guides/install}.md'];

/** Writes `version` into the manifests, the lock file and what names it. The MCP adapter has a version of its own. */
export function setVersion(root: string, version: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const old: string = JSON.parse(read('package.json')).version;
  for (const file of globSync(['package.json', 'packages/*/package.json'], { cwd: root })) {
    write(file, read(file).replaceAll(/("version"|"@kinora\/[\w-]+"): "([^"]+)"/g, replace));
  }
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  for (const place of Object.keys(lock.packages)) {
    if (place.includes('node_modules/')) continue;
    const text = JSON.stringify(lock.packages[place]);
    lock.packages[place] = JSON.parse(text.replaceAll(/("version"|"@kinora\/[\w-]+"):"([^"]+)"/g, replace));
  }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  const reference = JSON.parse(read('docs/reference/openapi.json'));
  reference.info['x-product-version'] = version;
  write('docs/reference/openapi.json', `${JSON.stringify(reference, null, 2)}\n`);
  for (const file of globSync(MENTIONS, { cwd: root })) write(file, read(file).replaceAll(old, version));

  function replace(whole: string, _name: string, value: string): string {
    return value === old ? whole.replace(`"${old}"`, `"${version}"`) : whole;
  }
}

/** Gives the section of what is not released its version and day, and returns its text. A released one stays as it is. */
export function closeChangelog(root: string, version: string, day: string): string {
  const file = path.join(root, 'CHANGELOG.md');
  const text = readFileSync(file, 'utf8').replace(/^## \S+, unreleased$/m, `## ${version}, ${day}`);
  const [first = ''] = text.split(/^(?=## )/m).slice(1);
  if (!first.startsWith(`## ${version}, `)) {
    throw new Error(`the first section of CHANGELOG.md is "${first.split('\n')[0]}", and not of ${version}`);
  }
  writeFileSync(file, text);
  return `${first.replace(/^## .*\n/, '').trim()}\n`;
}

/** The files of a folder with their hashes, as `sha256sum --check` reads them. */
export function hashFiles(folder: string): string {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(path.join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    })
    .join('');
}

function release(version: string, to: string, repository: string | undefined): void {
  const root = path.dirname(import.meta.dirname);
  const folder = path.resolve(to);
  const run = (script: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [path.join(root, 'scripts', script), ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    });
  setVersion(root, version);
  const notes = closeChangelog(root, version, new Date().toISOString().slice(0, 10));
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  // What is served has the version in it.
  run('build.ts');
  process.stdout.write(run('pack.ts', '--to', folder, ...(repository ? ['--repository', repository] : [])));
  writeFileSync(path.join(folder, `kinora-${version}.cdx.json`), run('sbom.ts'));
  writeFileSync(path.join(folder, 'CHANGES.md'), notes);
  writeFileSync(path.join(folder, 'SHA256SUMS'), hashFiles(folder));
  process.stdout.write(`${folder}: ${readdirSync(folder).join(', ')}\n`);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, repository: { type: 'string' } },
  });
  const [version = ''] = positionals;
  if (VERSION.test(version)) release(version, values.to ?? `release/${version}`, values.repository);
  else {
    process.stderr.write('Name the version: npm run release -- 1.2.3 [--to FOLDER] [--repository URL]\n');
    process.exitCode = 2;
  }
}
