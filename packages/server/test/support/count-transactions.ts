import type { Database } from '../../src/db/database.ts';

/** The database, and how many transactions were begun on it. */
export function countTransactions(database: Database): {
  readonly counted: Database;
  readonly count: () => number;
} {
  let transactions = 0;
  const counted: Database = {
    ...database,
    transaction(work, options) {
      transactions += 1;
      return database.transaction(work, options);
    },
  };
  return { counted, count: () => transactions };
}
