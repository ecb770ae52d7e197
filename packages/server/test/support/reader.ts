import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CodeBlock, placeOf, readDocument } from '@kinora/testing/documents';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, until, within } from './deadline.ts';

/** A person who follows a document in a terminal: block after block, in a folder of their own. */
export interface Reader {
  readonly folder: string;
  /** What stands in the document for a value that only the reader knows, such as a key. */
  readonly placeholders: Map<string, string>;
  /** Runs a block to its end, which must be a success; returns what it printed. Variables stay for later blocks. */
  run(block: CodeBlock): Promise<string>;
  /** Starts a block that goes on, until it is ready. */
  start(
    block: CodeBlock,
    isReady: (output: string) => boolean | Promise<boolean>,
    settings?: Settings,
  ): Promise<Started>;
  /** Sets variables for the next blocks. */
  set(variables: Settings): void;
  /** Evaluates a block of settings; returns the variables it sets. */
  settings(block: CodeBlock): Promise<Settings>;
  leave(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

export interface Started {
  readonly output: () => string;
  /** Ends it with Ctrl-C, and waits until all its processes have ended. */
  stop(): Promise<void>;
}

const ROOT = path.join(import.meta.dirname, '../../../..');

/**
 * Keeps the last response, from which `01a1…`, the id of a job, is taken, and the variables. Exporting all of them keeps
 * those of a block for the next.
 */
const PRELUDE = `
set -aeuo pipefail
[ -f .variables ] && . ./.variables
trap 'export -p > .variables' EXIT
curl() { command curl "$@" | tee .response; }
`;

export async function createReader(settings: Settings): Promise<Reader> {
  const variables: Record<string, string> = { ...settings };
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-reader-'));
  await writeFile(path.join(folder, 'package.json'), await scriptsOfTheCheckout());
  await writeJq(path.join(folder, 'jq'));
  const placeholders = new Map([['01a1…', '$(jq -r .job_id .response)']]);
  const running = new Set<ChildProcess>();

  const textOf = ({ text }: CodeBlock) =>
    [...placeholders].reduce((script, [placeholder, value]) => script.replaceAll(placeholder, value), text);
  const shell = (script: string, more: Settings = {}) => {
    const env = childEnvironment({ PATH: `${folder}:${process.env.PATH}`, ...variables, ...more });
    // A group of its own: what is started in the shell is stopped with it.
    const child = spawn('bash', ['-c', script], { cwd: folder, env, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    running.add(child);
    child.once('close', () => running.delete(child));
    return { child, output: () => output, closed: once(child, 'close') as Promise<[number | null]> };
  };

  return {
    folder,
    placeholders,
    async run(block) {
      const { output, closed } = shell(PRELUDE + textOf(block));
      const [code] = await within(() => `${placeOf(block)}:\n${output()}`, closed, 2 * SLOW_MS);
      assert.equal(code, 0, `${placeOf(block)}:\n${output()}`);
      assertShownFields(block, output());
      return output();
    },
    async start(block, isReady, more) {
      const script = `exec env ${textOf(block).trim()}`;
      const { child, output, closed } = shell(script, more);
      let isOver = false;
      void closed.then(() => {
        isOver = true;
      });
      await until(async () => isOver || (await isReady(output())), SLOW_MS).catch(() => {});
      assert.ok(!isOver && (await isReady(output())), `${placeOf(block)}:\n${output()}`);
      return {
        output,
        async stop() {
          signal(child, 'SIGINT');
          await within(() => `the end of ${placeOf(block)}:\n${output()}`, closed, SLOW_MS);
        },
      };
    },
    async settings(block) {
      const print = `env -i bash -ac ${quoted(`${textOf(block)}\nenv -0`)}`;
      const { output, closed } = shell(print);
      await within(() => placeOf(block), closed);
      const lines = output()
        .split('\0')
        .filter((line) => line.includes('='));
      const set = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
      return Object.fromEntries(
        set.filter(([name]) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? '')),
      );
    },
    set: (more) => {
      Object.assign(variables, more);
    },
    async leave() {
      for (const child of running) signal(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // It has just ended.
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `npm start` and the others, with the reader's folder as the working directory. */
async function scriptsOfTheCheckout(): Promise<string> {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  return JSON.stringify({ private: true, scripts }).replaceAll('node scripts/', `node ${ROOT}/scripts/`);
}

/** What the documents need of jq, which a machine may lack. */
async function writeJq(file: string): Promise<void> {
  await writeFile(
    file,
    `#!${process.execPath}
const [, filter, file] = process.argv.slice(2);
const value = JSON.parse(require('node:fs').readFileSync(file ?? 0, 'utf8'))[filter.slice(1)];
console.log(value ?? null);
`,
  );
  await chmod(file, 0o755);
}

/** What a block shows of a response has fields that exist: in the real one, or in that of a later state. */
function assertShownFields(block: CodeBlock, output: string): void {
  const shown = block.text.split('\n').filter((line) => /^# ? ?["{]/.test(line));
  const reference = readDocument('docs/reference/openapi.json');
  for (const [field] of shown.join('\n').matchAll(/"\w+":/g)) {
    const exists = output.includes(field) || reference.includes(field);
    assert.ok(exists, `${placeOf(block)} shows ${field}, but the response is\n${output}`);
  }
}
