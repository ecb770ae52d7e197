import type { Closing } from './closing.ts';
import type { Table } from './table.ts';

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Runs only when it is named, or as a smoke run, because it takes long. */
  readonly long?: true;
  /** Measures and returns the table; `quick` is a smoke run whose figures mean nothing. */
  run(run: Run): Promise<Table>;
}

export interface Run {
  readonly quick: boolean;
  readonly closing: Closing;
  /** Prints a failed request or a violated goal, which fails a quick run. */
  readonly reportFailure: (message: string) => void;
}
