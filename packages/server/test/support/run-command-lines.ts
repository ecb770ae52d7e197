import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/commands.ts';
import { childEnvironment } from '../../src/config.ts';

/**
 * Command lines of which nothing starts, such as help texts and refusals: one after the other in one process, which
 * loads the program once. This file is also that process.
 */

interface CommandLine {
  readonly args: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

interface Answer {
  readonly code: number;
  /** The standard output and error. */
  readonly output: string;
}

export async function runCommandLines(lines: readonly CommandLine[]): Promise<Answer[]> {
  const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(import.meta.url)], {
    env: childEnvironment({}),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(lines));
  const [answers] = await Promise.all([json(child.stdout), once(child, 'exit')]);
  return answers as Answer[];
}

async function answer({ args, settings }: CommandLine): Promise<Answer> {
  const { env, stdout, stderr } = process;
  let output = '';
  const write = (text: string) => {
    output += text;
    return true;
  };
  const originals = [stdout.write, stderr.write] as const;
  process.env = { ...env, ...settings };
  stdout.write = write;
  stderr.write = write;
  const code = await runCommandLine(args);
  process.env = env;
  [stdout.write, stderr.write] = originals;
  return { code, output: output.trimEnd() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const answers: Answer[] = [];
  for (const line of (await json(process.stdin)) as CommandLine[]) answers.push(await answer(line));
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));
}
