/** One command of a command line. */
export interface Command {
  /** Printed by `--help`; ends with a new line. */
  readonly help: string;
  /** Returns the exit status. */
  run(argv: readonly string[]): Promise<number>;
}

/** The command line is not valid; the message contains the remedy. */
export class UsageError extends Error {}
