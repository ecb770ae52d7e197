// Builds the client and packs it as npm publishes it: JavaScript, types, readme and licence.
//   npm run pack:client [-- FOLDER]
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.dirname(import.meta.dirname);
const source = path.join(root, 'packages/client');
const run = promisify(execFile);

export interface Packed {
  readonly file: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Paths in the package. */
  readonly files: readonly string[];
}

/** Packs the client into `folder`. */
export async function packClient(folder: string): Promise<Packed> {
  const staging = await mkdtemp(path.join(tmpdir(), 'kinora-pack-'));
  try {
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    const project = path.join(source, 'tsconfig.build.json');
    await run(tsc, ['-p', project, '--outDir', path.join(staging, 'dist')]);
    const manifest = publishedManifest(await readFile(path.join(source, 'package.json'), 'utf8'));
    await writeFile(path.join(staging, 'package.json'), manifest);
    await cp(path.join(source, 'README.md'), path.join(staging, 'README.md'));
    await cp(path.join(root, 'LICENSE'), path.join(staging, 'LICENSE'));
    await mkdir(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', path.resolve(folder)], {
      cwd: staging,
      shell: process.platform === 'win32',
    });
    return readReport(stdout, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** In the checkout the package is its sources, and private, so that it is not published without a build. */
function publishedManifest(text: string): string {
  const { private: _, exports: __, ...manifest } = JSON.parse(text);
  const published = {
    ...manifest,
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    engines: { node: '>=20' },
  };
  return `${JSON.stringify(published, null, 2)}\n`;
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

if (import.meta.main) {
  const { file, packedBytes, unpackedBytes, files } = await packClient(process.argv[2] ?? root);
  process.stdout.write(
    `${file}: ${packedBytes} bytes packed, ${unpackedBytes} bytes in ${files.length} files\n`,
  );
}
