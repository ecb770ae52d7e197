import { createHash } from 'node:crypto';

/** Names of prepared statements, so that each connection parses and plans a statement once. */
export interface StatementNames {
  /** The name of this text; undefined above the limit, and the statement is then not prepared. */
  nameOf(sql: string): string | undefined;
  /** Gives every text a new name, so that each connection prepares it again. */
  renew(): void;
}

/**
 * The service has about 250 texts. A bug that writes values into SQL would create unlimited texts, each of
 * which would stay prepared on every connection.
 */
const NAMES_MAX = 500;

/** Names are hashes of the text, so that two texts never share a name, on any connection or release. */
export function createStatementNames(namesMax: number = NAMES_MAX): StatementNames {
  const names = new Map<string, string>();
  let generation = 0;
  return {
    nameOf(sql) {
      const existing = names.get(sql);
      if (existing !== undefined || names.size >= namesMax) return existing;
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
