import { type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/** Characters of the log that are kept while it cannot be written; later ones are lost. */
const MAX_UNWRITTEN = 1_000_000;

/** Logs JSON lines to standard error; standard output is for the output of commands. Keys are never logged. */
export function createLogger(level: string): Logger {
  const lines = pino.destination({ dest: 2, sync: true, maxLength: MAX_UNWRITTEN });
  // A full disk must not end the service. What was not written is written when there is room.
  lines.on('error', () => {});
  return pino(
    {
      level,
      redact: ['req.headers["x-api-key"]', 'req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: describeError },
    },
    lines,
  );
}
