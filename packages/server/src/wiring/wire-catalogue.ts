import { readDefaultCatalogue } from '../catalogue/default-catalogue.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';

/** What a new installation sells. */
export function wireCatalogue(): OpenCatalogue {
  const catalogue = readDefaultCatalogue();
  return { now: () => catalogue, at: () => catalogue, holdsUntil: () => null, refresh: async () => {} };
}
