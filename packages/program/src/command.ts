/** One command of the command line. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Printed by `--help`; ends with a new line. */
  readonly help: string;
  /** Answers the exit status. */
  run(argv: readonly string[]): Promise<number>;
}

/** The command line was wrong; the message says how. */
export class UsageError extends Error {}
