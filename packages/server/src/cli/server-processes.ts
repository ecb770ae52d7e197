import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { processEnvironment } from '../config.ts';
import { failToListen } from '../kernel/listen-failure.ts';

/** The server processes of one `kinora serve`. Each listens on the same port, among which the kernel distributes connections. */
export interface ServerProcesses {
  readonly url: string;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** What a server process says, and what it is asked. Its exit says that it has stopped. */
type Report = { readonly ready: string } | 'drained';
type Request = 'drain' | 'stop';

interface Program {
  readonly main: string;
  readonly host: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
}

const RESTART_MS = 1000;

/** The hidden option of `kinora serve` for one of several processes. */
export const PROCESS_OPTION = 'process';

/** Starts `count` processes, and one that exits again. Rejects when one cannot start at first; it has printed why. */
export async function startProcesses(
  count: number,
  { main, host, port, environment }: Program,
  logger: FastifyBaseLogger,
): Promise<ServerProcesses> {
  await refuseTakenPort(host, port);
  const env = processEnvironment({ ...environment, KINORA_PORT: String(port) });
  const running = new Map<number, ChildProcess>();
  let stopping = false;

  function start(index: number): ChildProcess {
    const child = fork(main, ['serve', `--${PROCESS_OPTION}`, String(index)], { env });
    running.set(index, child);
    child.once('exit', (code, signal) => {
      running.delete(index);
      if (stopping) return;
      logger.warn({ index, code, signal }, 'a server process exited; restarting it');
      setTimeout(() => {
        if (!stopping) start(index);
      }, RESTART_MS);
    });
    return child;
  }

  const ask = (request: Request, done: (child: ChildProcess) => Promise<unknown>): Promise<unknown> => {
    stopping = true;
    return Promise.all(
      [...running.values()].map((child) => {
        const ended = Promise.race([done(child), once(child, 'exit')]);
        // One that has just exited cannot be asked.
        if (child.connected) child.send(request);
        return ended;
      }),
    );
  };
  const stop = async () => void (await ask('stop', (child) => once(child, 'exit')));

  try {
    const [url = ''] = await Promise.all(
      Array.from({ length: count }, (_, index) => untilReady(start(index + 1))),
    );
    return {
      url,
      drain: async () => void (await ask('drain', (child) => untilReport(child, isDrained))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Rejects when another program listens on the port: the server processes would share it with that program. */
async function refuseTakenPort(host: string, port: number): Promise<void> {
  const listener = createServer().listen({ host, port });
  await once(listener, 'listening').catch(failToListen({ host, port }));
  listener.close();
  await once(listener, 'close');
}

/** The address that the process listens at. */
async function untilReady(child: ChildProcess): Promise<string> {
  let url: string | undefined;
  const ready = untilReport(child, (report) => {
    if (report !== 'drained') url = report.ready;
    return url !== undefined;
  });
  await Promise.race([ready, once(child, 'exit')]);
  if (url === undefined) throw new Error('a server process could not start');
  return url;
}

const isDrained = (report: Report): boolean => report === 'drained';

function untilReport(child: ChildProcess, isAwaited: (report: Report) => boolean): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', function listen(report: Report) {
      if (!isAwaited(report)) return;
      child.off('message', listen);
      resolve();
    });
  });
}

/** The side of a server process: the process that started it says when it drains and stops. */
export interface Supervisor {
  report(report: Report): void;
  /** Resolves when it is requested, or when the other process has ended. */
  until(request: Request): Promise<void>;
}

export function connectToSupervisor(): Supervisor {
  // A signal to the group, such as that of Ctrl-C, reaches every process, and the other one handles it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const requests = new Map(
    (['drain', 'stop'] as const).map((request) => [request, Promise.withResolvers<void>()] as const),
  );
  process.on('message', (request: Request) => {
    // When another process could not start, all are stopped without draining, also one that is starting.
    if (request === 'stop') requests.get('drain')?.resolve();
    requests.get(request)?.resolve();
  });
  process.on('disconnect', () => {
    for (const { resolve } of requests.values()) resolve();
  });
  return {
    // It may have ended meanwhile.
    report: (report) => void process.send?.(report, undefined, undefined, () => {}),
    until: async (request) => requests.get(request)?.promise,
  };
}
