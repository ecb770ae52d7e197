import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Closing } from './closing.ts';

/** A child process that answers one request at a time, so that nothing shares the event loop of the benchmark. */
export interface Child<Question, Answer> {
  readonly pid: number;
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

type Reply<Answer> = { readonly answer: Answer } | { readonly error: string };

const STOP_MS = 5000;

/** Starts `processes/<name>.ts`. */
export function startChild<Question extends object, Answer>(
  name: string,
  closing: Closing,
): Child<Question, Answer> {
  const script = fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url));
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killTimer);
  };
  closing.add(stop);
  return {
    pid: child.pid ?? 0,
    async ask(question) {
      const answered = once(child, 'message') as Promise<[Reply<Answer>]>;
      child.send(question);
      const reply = await Promise.race([answered, ended.then(() => undefined)]);
      if (reply === undefined) throw new Error(`the process ${name} ended`);
      if ('error' in reply[0]) throw new Error(`${name}: ${reply[0].error}`);
      return reply[0].answer;
    },
    stop,
  };
}

/** The child's side. The child ends when its parent disconnects or dies. */
export function answerParent<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  close: () => Promise<unknown> = async () => {},
): void {
  process.on('message', (question: Question) => {
    answer(question)
      .then(
        (value): Reply<Answer> => ({ answer: value }),
        (error: Error): Reply<Answer> => ({ error: error.stack ?? String(error) }),
      )
      .then((reply) => process.connected && process.send?.(reply))
      .catch(() => {});
  });
  // Ctrl-C in a terminal reaches every process; the parent stops them in order.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => {
    void close().finally(() => process.exit());
  });
}
