import { type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/** JSON lines on standard error, so that standard output stays a command's own. Keys are never logged. */
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
