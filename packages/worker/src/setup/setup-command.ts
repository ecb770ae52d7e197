import type { Command } from '@kinora/program/command';
import { createDialogue } from './dialogue.ts';
import { runSetup } from './run-setup.ts';
import { help, readFlags } from './setup-flags.ts';

const INTERRUPTED = 130;

async function run(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv);
  const stop = new AbortController();
  const end = () => stop.abort(new Error('stopped'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  const dialogue = createDialogue(stop.signal, end);
  try {
    return await runSetup(flags, dialogue, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    dialogue.say('Stopped. What is written is whole; run it again to go on.');
    return INTERRUPTED;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
  }
}

export const setup: Command = { help, run };
