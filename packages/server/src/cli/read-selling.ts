import type { Catalogue } from '../catalogue/catalogue.ts';
import { readStarted } from '../catalogue/catalogue-versions.ts';
import { readDefaultCatalogue } from '../catalogue/default-catalogue.ts';
import type { Queryable } from '../db/database.ts';
import { systemClock } from '../kernel/clock.ts';

/** What the service sells now; what it will sell, if it was never started. */
export async function readSelling(database: Queryable): Promise<Catalogue> {
  const [started] = await readStarted(database, systemClock.now());
  return started?.catalogue ?? readDefaultCatalogue();
}
