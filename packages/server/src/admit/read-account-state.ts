import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { readAccountStates } from './accept/account-state.ts';
import { type StateQuery, stateIn } from './accept/batch-state.ts';
import type { AccountState } from './accept/decide-request.ts';

/** The current state of an account, on which an order would be decided; undefined when it has no funding row. */
export type ReadAccountState = (query: StateQuery) => Promise<AccountState | undefined>;

const MAX_BATCH = 256;

/** Reads what the acceptance will decide on, without a lock; orders that arrive together share one query. */
export function createReadAccountState(
  database: Database,
  clock: Clock,
  catalogue: Pick<OpenCatalogue, 'at'>,
): ReadAccountState {
  return coalesce(
    async (queries: readonly StateQuery[]) => {
      const at = clock.now();
      const states = await readAccountStates(database, queries, at, catalogue.at(at));
      return queries.map((query) => stateIn(states, query));
    },
    { maxBatch: MAX_BATCH },
  );
}
