import type { CatalogueDocument } from '@kinora/contract';
import { type Catalogue, catalogueOf } from '../../src/catalogue/catalogue.ts';
import { readDefaultCatalogue } from '../../src/catalogue/default-catalogue.ts';
import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.ts';
import type { Clock } from '../../src/kernel/clock.ts';

/** What a test sells: the contract, until it applies another version. */
export interface SoldCatalogue extends OpenCatalogue {
  readonly latest: () => number;
  /** Applies a version that `change` makes of the latest one, now or at a later time. Returns its number. */
  apply(change: (document: CatalogueDocument) => void, startsAt?: Date): number;
}

export function sellCatalogue(clock: Clock): SoldCatalogue {
  const versions: { readonly startsAt: Date; readonly catalogue: Catalogue }[] = [
    { startsAt: new Date(0), catalogue: readDefaultCatalogue() },
  ];
  const last = () => (versions.at(-1) as (typeof versions)[number]).catalogue;
  const at = (time: Date) => versions.findLast(({ startsAt }) => startsAt <= time)?.catalogue ?? last();
  return {
    now: () => at(clock.now()),
    at,
    latest: () => last().version,
    holdsUntil: ({ version }) =>
      versions.find(({ catalogue }) => catalogue.version > version)?.startsAt ?? null,
    refresh: async () => {},
    apply(change, startsAt = clock.now()) {
      const document = structuredClone(last().document);
      change(document);
      versions.push({ startsAt, catalogue: catalogueOf(last().version + 1, document) });
      return last().version;
    },
  };
}

/** Sells a third plan, at 49 USD a month. */
export function addStudio({ plans }: CatalogueDocument): void {
  plans.splice(1, 0, {
    id: 'studio',
    title: 'Studio',
    tier: 'pro',
    month_cents: 4900,
    year_cents: null,
    included: { images: 300, video_seconds: 600 },
    stored_gib: 75,
  });
}

/** Changes the price of a month; null to sell it no more. */
export function setMonthly(id: string, cents: number | null): (document: CatalogueDocument) => void {
  return ({ plans }) => {
    const plan = plans.find((one) => one.id === id);
    if (plan === undefined) throw new Error(`there is no plan ${id}`);
    plan.month_cents = cents;
  };
}
