import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@kinora/program/command';
import type { Dialogue } from '../../src/setup/dialogue.ts';
import { runSetup } from '../../src/setup/run-setup.ts';
import { readFlags } from '../../src/setup/setup-flags.ts';

/** An operator at a terminal who gives these answers, or without answers somebody's script. */
export function operator(answers?: readonly string[]): Dialogue & { readonly said: string[] } {
  const left = [...(answers ?? [])];
  const said: string[] = [];
  const ask: Dialogue['ask'] = async (question, { instead, byDefault = '' }) => {
    if (answers === undefined) throw new UsageError(`${question} ${instead}`);
    said.push(question);
    return left.shift() || byDefault;
  };
  return {
    said,
    isTerminal: answers !== undefined,
    say: (text) => void said.push(text),
    ask,
    agree: async (question, instead) => (await ask(question, { instead })) === 'y',
  };
}

/** A folder with the file of settings, and runs of the setup that write there. */
export async function setUpFolder(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-setup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'worker.env');
  return {
    folder,
    file,
    async run(args: readonly string[], answers?: readonly string[], signal = new AbortController().signal) {
      const dialogue = operator(answers);
      const status = await runSetup(readFlags(['--file', file, ...args]), dialogue, signal);
      return { status, output: dialogue.said.join('\n') };
    },
  };
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** `kinora-worker` in a process of its own, without a terminal and without settings. */
export function startProgram(t: TestContext, folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit').then(async ([status]) => {
    const [stdout, stderr] = await output;
    return { status, stdout, stderr };
  });
  return { child, ended };
}
