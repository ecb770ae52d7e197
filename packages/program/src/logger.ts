import { type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/** Logs JSON lines to standard error; standard output is for the output of commands. Keys are never logged. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      redact: ['req.headers["x-api-key"]', 'req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
