// Builds packages and packs them as npm publishes them: JavaScript, readme, licence, and the lock of what a program runs with.
//   npm run pack -- [NAME ...] [--to FOLDER] [--repository URL]
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { contents } from '@kinora/server/http/docs/contents';
import { compileProgram } from './packing/compile-program.ts';
import { lockLibraries } from './packing/lock-libraries.ts';

const root = path.dirname(import.meta.dirname);
const run = promisify(execFile);

export interface Packed {
  readonly file: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Paths in the package. */
  readonly files: readonly string[];
}

type Manifest = Readonly<Record<string, unknown>>;

/** Writes what a package consists of to a folder, and returns what its manifest says beside its name and version. */
type Stage = (folder: string, name: string, version: string) => Promise<Manifest> | Manifest;

interface Recipe {
  /** The folder below `packages/` with the manifest and the readme. */
  readonly workspace: string;
  /** The name on the registry, unless it is that of the workspace. */
  readonly name?: string;
  readonly stage: Stage;
}

const FOR_WORKERS = [
  'packages/program/package.json',
  'packages/server/catalogue/*',
  'packages/worker/{profiles,workflows}/**',
];
const FOR_SERVERS = [
  'packages/server/{migrations/*.sql,words/*.txt}',
  'packages/server/src/**/*.{css,js,bin}',
  'packages/{console,cli,mcp}/dist/**',
  'docs/reference/openapi.json',
  ...servedDocuments(),
];

const RECIPES: Readonly<Record<string, Recipe>> = {
  client: { workspace: 'client', stage: library('client') },
  'ai-sdk': { workspace: 'ai-sdk', stage: library('ai-sdk') },
  cli: { workspace: 'cli', stage: builtProgram('cli', 'kinora-cli', 'kinora.mjs') },
  n8n: { workspace: 'n8n', stage: stageNode },
  mcp: { workspace: 'mcp', stage: builtProgram('mcp', 'kinora-mcp', 'kinora-mcp.mjs') },
  worker: {
    workspace: 'worker',
    stage: programWithLibraries('kinora-worker', ['packages/worker/src/main.ts'], FOR_WORKERS),
  },
  kinora: {
    workspace: 'server',
    name: 'kinora',
    stage: programWithLibraries(
      'kinora',
      ['packages/server/src/main.ts', 'packages/worker/src/main.ts'],
      [...FOR_WORKERS, ...FOR_SERVERS],
    ),
  },
};

export const packNames = Object.keys(RECIPES);

/** Packs one of `packNames` into `folder`. What the server serves must be built. */
export async function pack(which: string, folder: string, repository?: string): Promise<Packed> {
  const recipe = RECIPES[which];
  if (recipe === undefined) throw new Error(`there is no package "${which}": ${packNames.join(', ')}`);
  const staging = mkdtempSync(path.join(tmpdir(), 'kinora-pack-'));
  try {
    const source = path.join(root, 'packages', recipe.workspace);
    const manifest = readJson(path.join(source, 'package.json'));
    const name = recipe.name ?? String(manifest.name);
    const { version, description, license } = manifest;
    const own = await recipe.stage(staging, name, String(version));
    writeJson(path.join(staging, 'package.json'), {
      ...{ name, version, description, license, type: 'module', engines: { node: '>=20' } },
      ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
      publishConfig: { access: 'public' },
      ...own,
    });
    cpSync(path.join(source, 'README.md'), path.join(staging, 'README.md'));
    cpSync(path.join(root, 'LICENSE'), path.join(staging, 'LICENSE'));
    mkdirSync(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', path.resolve(folder)], {
      cwd: staging,
      shell: process.platform === 'win32',
      maxBuffer: 16 * 1024 * 1024,
    });
    return readReport(stdout, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** A library that others import: a module for each source, and its types. */
function library(workspace: string): Stage {
  return async (folder) => {
    const source = path.join(root, 'packages', workspace);
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    const project = path.join(source, 'tsconfig.build.json');
    await run(tsc, ['-p', project, '--outDir', path.join(folder, 'dist')]);
    return {
      sideEffects: false,
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      dependencies: readJson(path.join(source, 'package.json')).dependencies,
      files: ['dist'],
    };
  };
}

/**
 * A node that n8n loads. It is CommonJS: n8n lends it `n8n-workflow` by the paths of `require`, and an error of another copy of that
 * would be none to n8n. Its types need `n8n-workflow`, and are checked by its test.
 */
async function stageNode(folder: string): Promise<Manifest> {
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const dist = path.join(folder, 'dist');
  await run(tsc, ['-p', path.join(root, 'packages/n8n'), '--noCheck', '--outDir', dist]);
  const sources = path.join(root, 'packages/n8n/src');
  for (const file of globSync('*.{json,svg}', { cwd: sources })) {
    cpSync(path.join(sources, file), path.join(dist, file));
  }
  return {
    type: 'commonjs',
    keywords: ['n8n-community-node-package'],
    files: ['dist'],
    n8n: {
      n8nNodesApiVersion: 1,
      credentials: ['dist/KinoraApi.credentials.js'],
      nodes: ['dist/Kinora.node.js'],
    },
    peerDependencies: { 'n8n-workflow': '*' },
  };
}

/** A program that the server serves too: one file, whose libraries are in it. */
function builtProgram(workspace: string, command: string, program: string): Stage {
  return (folder) => {
    const dist = path.join(root, 'packages', workspace, 'dist');
    const files = [program, ...globSync('THIRD-PARTY-LICENCES.txt', { cwd: dist })];
    for (const file of files) cpSync(path.join(dist, file), path.join(folder, file));
    return { bin: { [command]: program }, files };
  };
}

/** A program with its libraries, except what npm installs for the platform by the lock file in the package. */
function programWithLibraries(command: string, entries: readonly string[], assets: readonly string[]): Stage {
  return (folder, name, version) => {
    const imported = compileProgram(root, entries, folder);
    for (const file of globSync([...assets], { cwd: root })) {
      const from = path.join(root, file);
      if (statSync(from).isFile() && path.basename(file) !== 'sources') cpSync(from, path.join(folder, file));
    }
    for (const file of ['run-packed.mjs', 'start-program.mjs', 'install-sets.mjs']) {
      cpSync(path.join(root, 'scripts', file), path.join(folder, 'scripts', file));
    }
    const bin = `bin/${command}.mjs`;
    mkdirSync(path.join(folder, 'bin'));
    const start = `runPacked('${entries[0]?.replace(/\.ts$/, '.js')}', ${command === 'kinora-worker'});`;
    writeFileSync(
      path.join(folder, bin),
      `#!/usr/bin/env node\nimport { runPacked } from '../scripts/run-packed.mjs';\n\n${start}\n`,
      { mode: 0o755 },
    );
    const { locked, packed, optionalDependencies } = lockLibraries(root, imported);
    // Node finds them in a folder of this name, and npm takes them for files of the program.
    for (const place of packed)
      copyLibrary(place, path.join(folder, place.replace(/^node_modules/, 'packages/$&')));
    const engines = { node: '>=20' };
    writeJson(path.join(folder, 'npm-shrinkwrap.json'), {
      ...{ name, version, lockfileVersion: 3, requires: true },
      packages: { '': { name, version, optionalDependencies, bin: { [command]: bin }, engines }, ...locked },
    });
    return {
      bin: { [command]: bin },
      optionalDependencies,
      files: ['bin', 'deploy', 'docs', 'npm-shrinkwrap.json', 'packages', 'scripts'],
    };
  };
}

/** Types, source maps, manuals, what npm compiled for this machine, tests and tools; models and builds that Node does not load. */
const LEFT_OUT = [
  /\.(map|[cm]?tsx?|node|(?<!licen[cs]e\.)md)$/i,
  /^node_modules\/(@[^/]+\/)?[^/]+\/(tests?|benchmarks?|examples?|\.\w+)$/,
  /^node_modules\/@(aws-sdk|smithy)\/[^/]+\/dist-es$/,
  /^node_modules\/nsfwjs\/dist\/(browser$|models\/(inception_v3|mobilenet_v2)$)/,
  /^node_modules\/@tensorflow\/tfjs-[a-z-]+\/(dist\/(?!.*\.(node\.js|wasm)$)|wasm-out$)/,
];

/** Copies a library, a place in the lock file, without those in it, which have places of their own. */
function copyLibrary(place: string, to: string): void {
  const filter = (file: string) => {
    const name = path.relative(root, file).replaceAll(path.sep, '/');
    return name !== `${place}/node_modules` && !LEFT_OUT.some((pattern) => pattern.test(name));
  };
  cpSync(path.join(root, place), to, { recursive: true, filter });
}

/** The pages at /docs, and the files of `deploy/` that they show. */
function servedDocuments(): string[] {
  const pages = contents.flatMap(({ files }) => files.map((file) => `docs/${file}`));
  const shown = pages.flatMap((page) =>
    [...readFileSync(path.join(root, page), 'utf8').matchAll(/\]\([./]+(deploy\/[\w.-]+)\)/g)].map(
      ([, file = '']) => file,
    ),
  );
  return [...pages, ...shown];
}

/** Versions of npm report a list, or an object by package name. */
function readReport(stdout: string, folder: string): Packed {
  const [report] = Object.values(JSON.parse(stdout)) as {
    filename: string;
    size: number;
    unpackedSize: number;
    files: { path: string }[];
  }[];
  if (report === undefined) throw new Error('npm pack reported no package');
  return {
    file: path.join(path.resolve(folder), path.basename(report.filename)),
    packedBytes: report.size,
    unpackedBytes: report.unpackedSize,
    files: report.files.map((file) => file.path).sort(),
  };
}

const readJson = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string', default: '.' }, repository: { type: 'string' } },
  });
  for (const name of positionals.length > 0 ? positionals : packNames) {
    const { file, packedBytes, unpackedBytes, files } = await pack(name, values.to, values.repository);
    const sizes = `${packedBytes} bytes packed, ${unpackedBytes} bytes in ${files.length} files`;
    process.stdout.write(`${file}: ${sizes}\n`);
  }
}
