import { createInterface } from 'node:readline/promises';
import { UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';

/** Questions to the operator. Each has a flag, which answers it where nobody can. */
export interface Dialogue {
  /** Whether there is somebody to ask. */
  readonly isTerminal: boolean;
  say(text: string): void;
  /** The answer, or `byDefault` for an empty one. Throws `UsageError` with `instead` where there is no terminal. */
  ask(question: string, options: { readonly instead: string; readonly byDefault?: string }): Promise<string>;
  /** Whether the operator agrees; an empty answer is no. */
  agree(question: string, instead: string): Promise<boolean>;
}

/** At the terminal of this process. Ctrl-C and the end of the input call `onEnd`. */
export function createDialogue(signal: AbortSignal, onEnd: () => void): Dialogue {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const ask: Dialogue['ask'] = async (question, { instead, byDefault }) => {
    signal.throwIfAborted();
    if (!isTerminal) throw new UsageError(`${question} There is no terminal to ask at: ${instead}`);
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    lines.once('SIGINT', onEnd);
    // Also after Ctrl-D, which would be waited for.
    lines.once('close', () => {
      if (isWaiting) onEnd();
    });
    let isWaiting = true;
    try {
      const usual = byDefault === undefined || byDefault === '' ? '' : ` [${byDefault}]`;
      const answer = await lines.question(`${question}${usual} `, { signal });
      return answer.trim() || (byDefault ?? '');
    } finally {
      isWaiting = false;
      lines.close();
    }
  };
  return {
    isTerminal,
    say: (text) => writeText(`${text}\n`),
    ask,
    async agree(question, instead) {
      return /^y(es)?$/i.test(await ask(`${question} (y/n)`, { instead }));
    },
  };
}
