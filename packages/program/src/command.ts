/** One command of a command line. */
export interface Command {
  /** Printed by `--help`; ends with a new line. */
  readonly help: string;
  /** Returns the exit status. */
  run(argv: readonly string[]): Promise<number>;
  /** Commands with a help of their own, by the word that selects them. */
  readonly parts?: Readonly<Record<string, () => Promise<Command>>>;
}

/** The command line is not valid; the message contains the remedy. */
export class UsageError extends Error {}

/** A command without options calls it: an option that is ignored, such as `--json`, would promise what the command does not do. */
export function refuseArguments(argv: readonly string[]): void {
  if (argv.length > 0) throw new UsageError(`unexpected argument "${argv[0]}"; this command takes none`);
}
