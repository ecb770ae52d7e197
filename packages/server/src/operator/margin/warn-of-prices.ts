import type { CatalogueDocument } from '@kinora/contract';
import { type PriceBelowCost, pricesBelowCost } from '../../catalogue/below-cost.ts';
import type { Queryable } from '../../db/database.ts';
import { listLiveWorkers } from '../../workers/worker-health.ts';

/** The models that are sold below what the catalogue or a live worker says that they cost. */
export async function warnOfPrices(db: Queryable, document: CatalogueDocument): Promise<PriceBelowCost[]> {
  const workers = await listLiveWorkers(db);
  const costs = workers.flatMap(({ name, capabilities }) =>
    capabilities.flatMap(({ model, cost_cents: cents }) =>
      cents === undefined ? [] : [{ worker: name, model, cents }],
    ),
  );
  return pricesBelowCost(document, costs);
}
