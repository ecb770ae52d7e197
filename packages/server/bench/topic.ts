import type { Closing } from './closing.ts';
import type { Table } from './table.ts';

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Runs only when it is named, or as a smoke run, because it takes long. */
  readonly long?: true;
  /** Rows that can be named after the topic, by how their names start; the others are then not measured. */
  readonly rows?: readonly string[];
  /** Run alone and whole, it replaces its section of docs/performance.md. */
  readonly hasOwnSection?: true;
  /** Measures and returns the table; `quick` is a smoke run whose figures mean nothing. */
  run(run: Run): Promise<Table>;
}

export interface Run {
  readonly quick: boolean;
  /** The rows that were named; none for all. */
  readonly rows: readonly string[];
  readonly closing: Closing;
  /** Prints a failed request or a violated goal, which fails a quick run. */
  readonly reportFailure: (message: string) => void;
}
