import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
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
      const status = await runSetup(readFlags([...args, '--file', file]), dialogue, signal);
      return { status, output: dialogue.said.join('\n') };
    },
  };
}
