import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { requireTrueClock } from '../db/check-clock.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from '../db/database.ts';
import { recordHeartbeat, unlockLostTasks } from './lost-tasks.ts';
import type { TaskHandler, TaskList, TaskName } from './task.ts';
import { type TaskPolls, watchTaskPolls } from './task-polls.ts';

const CONCURRENCY = 4;
/** Connections of tasks that mostly wait for something other than the database, with the one that listens. */
const MAX_CONNECTIONS = CONCURRENCY + 1;
/**
 * The library's statements take milliseconds. One that was sent to a machine which has lost its power would otherwise wait until
 * TCP stops sending it, which takes Linux 16 minutes.
 */
const QUERY_TIMEOUT_MS = 30_000;
const POLL_MS = 2000;
const HEARTBEAT_MS = 10_000;
const RESTART_MS = 2000;
/** Polls of every worker in a row that fail to find a task. */
const STUCK_AFTER_POLLS = 2;

export interface TaskRunner {
  /** Whether it has not been able to look for tasks for a while. */
  isStalled(): boolean;
  /** Stops starting tasks and waits for the running ones. */
  stop(): Promise<void>;
}

export interface TaskRunnerOptions {
  readonly database: Database;
  readonly connectionString: string;
  readonly taskList: TaskList;
  /** Periodic tasks, added once for all nodes; `match` is a crontab pattern in UTC. */
  readonly schedule: readonly { readonly task: TaskName; readonly match: string }[];
  /** Tasks at once; 4 by default. */
  readonly concurrency?: number;
  /** Only tests set these. */
  readonly queryTimeoutMs?: number;
  readonly heartbeatMs?: number;
  readonly logger: FastifyBaseLogger;
  readonly onError: (error: unknown) => void;
}

/** Runs background tasks in this process. Every node may run them; each task is run by one. */
export async function runTasks(options: TaskRunnerOptions): Promise<TaskRunner> {
  const { database, connectionString, onError } = options;
  // Separate connections, one of which listens for new tasks. They run the statements of the library; a handler uses the
  // database that it was given.
  const taskDatabase = openDatabase({
    connectionString,
    maxConnections: MAX_CONNECTIONS,
    queryTimeoutMs: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    lockPatienceMs: 0,
    onError,
  });
  const ids: string[] = [];
  const polls = watchTaskPolls(options.logger);
  let runner = await startRunner(taskDatabase, options, ids, polls);
  let stopped = false;

  // The library may stop when it loses its database connection, and is stopped when it may have lost a task.
  async function restart(): Promise<void> {
    while (!stopped) {
      await runner.promise.catch(onError);
      if (stopped) return;
      // It runs none of the tasks that it has still locked: without heartbeats they are unlocked.
      ids.length = 0;
      await pause(RESTART_MS, undefined, { ref: false });
      try {
        runner = await startRunner(taskDatabase, options, ids, polls);
      } catch (error) {
        polls.failed(error);
        onError(error);
      }
    }
  }
  void restart();

  let heartbeat = Promise.resolve();
  const beat = () => {
    heartbeat = recordHeartbeat(database, ids)
      .then(() => unlockLostTasks(database))
      .catch(onError);
    polls.logChange();
  };
  beat();
  const timer = setInterval(beat, options.heartbeatMs ?? HEARTBEAT_MS);
  return {
    isStalled: polls.isStalled,
    async stop() {
      stopped = true;
      clearInterval(timer);
      // Fails if it is stopping already.
      await runner.stop().catch(() => runner.promise.catch(() => {}));
      await heartbeat;
      await taskDatabase.close();
    },
  };
}

/**
 * Without batches the library does not wait for the statement that records the end of a task: a stop would lose it, and
 * its failure would be an unhandled rejection, which ends the process.
 */
const RECORDED_ENDS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

async function startRunner(
  database: Database,
  { taskList, schedule, logger, concurrency = CONCURRENCY }: TaskRunnerOptions,
  ids: string[],
  polls: TaskPolls,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:getJob:error', ({ error }) => polls.failed(error));
  events.on('worker:getJob:empty', polls.succeeded);
  events.on('job:start', polls.succeeded);
  events.on('pool:create', ({ workerPool }) => ids.push(workerPool.id));
  const runner = await run({
    pgPool: database.pool,
    preset: RECORDED_ENDS,
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(taskList).map(([name, handle]) => {
        const isPeriodic = schedule.some(({ task }) => task === name);
        const typedHandle = handle as TaskHandler<TaskName>;
        const handler = isPeriodic ? byTrueClock(typedHandle, database, logger) : typedHandle;
        return [name, (payload: unknown) => handler(payload as never)];
      }),
    ),
    parsedCronItems: parseCronItems([...schedule]),
    events,
    logger: libraryLogger(logger),
  });
  stopAfterFailures(runner, events, database, concurrency * STUCK_AFTER_POLLS);
  return runner;
}

/** Periodic tasks bill and delete what is due, so they wait while the clock of this machine may be wrong. */
function byTrueClock(
  handle: TaskHandler<TaskName>,
  database: Database,
  logger: FastifyBaseLogger,
): TaskHandler<TaskName> {
  return async (payload) => {
    try {
      await requireTrueClock(database);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      logger.warn(`nothing is billed or deleted now: ${(error as Error).message}`);
      return;
    }
    await handle(payload);
  };
}

/**
 * Stops the runner once the database is back after polls that failed. The claim of such a poll may be committed although its
 * response was lost, and the library would keep the task and its queue locked for four hours. It also reads the ids of the
 * tasks once; if the database fails at that moment, it keeps the error, and all polls fail.
 */
function stopAfterFailures(
  runner: Runner,
  events: WorkerEvents,
  database: Database,
  maxFailures: number,
): void {
  let failures = 0;
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    runner.stop().catch(() => {});
  };
  events.on('worker:getJob:error', () => {
    failures += 1;
    if (failures % maxFailures === 0) database.query('select').then(stop, () => {});
  });
  const stopIfFailed = () => {
    if (failures > 0) stop();
  };
  events.on('worker:getJob:empty', stopIfFailed);
  events.on('job:start', stopIfFailed);
}

/**
 * The library logs every step; everything but errors and warnings is logged as debug. An unreachable database is no
 * error, because the library tries again.
 */
function libraryLogger(logger: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, { error, fatalError } = {}) => {
    const isUnavailable = isDatabaseUnavailable(error ?? fatalError);
    if (level === 'error' && !isUnavailable) logger.error(message);
    // Most of the time tasks wait for mail servers and receivers of webhooks, so that few connections are enough.
    else if (level === 'error' || (level === 'warning' && !message.includes('maxPoolSize')))
      logger.warn(message);
    else logger.debug(message);
  });
}
