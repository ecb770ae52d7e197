import type { Closing } from './closing.ts';
import type { Table } from './table.ts';

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Takes so long that it runs only when it is named, or as a smoke run. */
  readonly long?: true;
  /** Measures and answers the tables; `quick` is a smoke run whose figures mean nothing. */
  run(run: Run): Promise<Table>;
}

export interface Run {
  readonly quick: boolean;
  readonly closing: Closing;
  /** A request or a rule went wrong: it is printed, and a quick run fails. */
  readonly complain: (message: string) => void;
}
