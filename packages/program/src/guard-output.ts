import { writeText } from './terminal-text.ts';

let isGuarded = false;
let isLost = false;

/**
 * Lets this process end quietly when the reader of its output, such as `head`, has enough. If the output cannot be
 * written otherwise, as on a full disk, the process says so once, does its work and ends with a status that is not 0.
 */
export function guardOutput(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.stdout.on('error', (error) => lost('standard output', error));
  process.stderr.on('error', (error) => lost('standard error', error));
}

function lost(stream: string, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || isLost) return;
  isLost = true;
  // When all is done, because a command sets its own status then.
  process.on('exit', () => {
    if (!process.exitCode) process.exitCode = 1;
  });
  // The message of the system is between its code and the name of the call.
  const reason = /^[A-Z]+: (.+), \w+$/.exec(error.message)?.[1] ?? error.message;
  writeText(`kinora: ${stream} cannot be written: ${reason}\n`, process.stderr);
}
