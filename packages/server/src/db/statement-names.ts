import { createHash } from 'node:crypto';

/** Names for statements, so that each connection has a statement read and planned once and not at every use. */
export interface StatementNames {
  /** The name of this text; undefined once there are too many, and the statement is then read at each use. */
  nameOf(sql: string): string | undefined;
  /** Gives every text another name, so that each connection has its statements read again. */
  renew(): void;
}

/**
 * The product has some 250 texts. Those of a bug that writes values into its text are without end, and each
 * would stay on every connection for as long as that lives.
 */
const NAMES_MAX = 500;

/** The name is made of the text: two texts never share one, whichever connection or release they come from. */
export function createStatementNames(namesMax: number = NAMES_MAX): StatementNames {
  const names = new Map<string, string>();
  let generation = 0;
  return {
    nameOf(sql) {
      const known = names.get(sql);
      if (known !== undefined || names.size >= namesMax) return known;
      const name = `${createHash('sha256').update(sql).digest('hex').slice(0, 32)}_${generation}`;
      names.set(sql, name);
      return name;
    },
    renew() {
      names.clear();
      generation += 1;
    },
  };
}
