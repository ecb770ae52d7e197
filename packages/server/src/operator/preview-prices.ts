import type { PreviewedPrices } from '@kinora/contract';
import {
  compareWithLatest,
  type NextCatalogue,
  type RefusedCatalogue,
} from '../catalogue/apply-catalogue.ts';
import { type Catalogue, catalogueOf } from '../catalogue/catalogue.ts';
import { unitsOfFrames } from '../catalogue/model.ts';
import { type PlanPrice, planPrice, soldPlans } from '../catalogue/plans.ts';
import type { Queryable } from '../db/database.ts';
import { earliestIdAt } from '../kernel/ids.ts';
import { countRepriced } from '../payments/subscription/price-renewals.ts';
import { imageQuote, videoQuote } from '../quote/quote.ts';

const COMPARED_MS = 30 * 24 * 3_600_000;

/** What a catalogue changes, and for whom; or why it would be refused. */
export async function previewPrices(
  db: Queryable,
  next: NextCatalogue,
  at: Date,
): Promise<PreviewedPrices | RefusedCatalogue> {
  const compared = await compareWithLatest(db, next, at);
  if (!compared.ok) return compared.refusal;
  const { startsAt, changes, latest: before } = compared;
  if (before === undefined) throw new Error('the first start writes a version');
  const after = catalogueOf(before.version + 1, next.document);
  const [models, renewals, accounts] = await Promise.all([
    compareOrders(db, before, after, at),
    countRepriced(db, soldPlans(after).filter(isRepricedFrom(before)), startsAt),
    countAccounts(db, before, after),
  ]);
  return {
    starts_at: startsAt.toISOString(),
    changes: [...changes],
    models,
    renewals: renewals.map(({ firstAt, ...renewal }) => ({
      ...renewal,
      first_at: firstAt?.toISOString() ?? null,
    })),
    accounts,
  };
}

const isRepricedFrom =
  (before: Catalogue) =>
  (price: PlanPrice): boolean =>
    planPrice(before, price)?.cents !== price.cents;

interface Ordered {
  readonly model: string;
  readonly list: string | null;
  readonly width: number;
  readonly height: number;
  /** Null for an image. */
  readonly frames: number | null;
  readonly orders: number;
}

/** What was charged in the last days of models whose price differs, as each of the catalogues prices it. */
async function compareOrders(
  db: Queryable,
  before: Catalogue,
  after: Catalogue,
  at: Date,
): Promise<PreviewedPrices['models']> {
  const lists = [null, ...after.document.price_lists.map(({ id }) => id)];
  const prices = (catalogue: Catalogue, id: string): string =>
    JSON.stringify(lists.map((list) => catalogue.pricedFor(list).model(id)?.price));
  const repriced = before.models.flatMap(({ id }) =>
    after.model(id) !== undefined && prices(before, id) !== prices(after, id) ? [id] : [],
  );
  if (repriced.length === 0) return [];
  const rows = await db.query<Ordered>(
    `select model, price_list as list, width, height, frames, count(*)::int as orders
     from jobs join charges on job_id = jobs.id
     where jobs.id >= $1 and model = any($2) and charges.state = 'settled' and included_twelfths is null
     group by 1, 2, 3, 4, 5`,
    [earliestIdAt(new Date(at.getTime() - COMPARED_MS)), repriced],
  );
  return repriced.map((model) => {
    const ordered = rows.filter((row) => row.model === model);
    const cents = (catalogue: Catalogue): number =>
      ordered.reduce((sum, row) => sum + row.orders * priceOf(catalogue, row), 0);
    const orders = ordered.reduce((sum, row) => sum + row.orders, 0);
    return { model, orders, before_cents: cents(before), after_cents: cents(after) };
  });
}

function priceOf(catalogue: Catalogue, { model: id, list, frames, ...size }: Ordered): number {
  const model = catalogue.pricedFor(list).model(id);
  if (model === undefined) throw new Error(`both catalogues have the model ${id}`);
  return model.medium === 'image'
    ? imageQuote(model, size).priceCents
    : videoQuote(model, size, unitsOfFrames(frames ?? 1, model)).priceCents;
}

/** The accounts of plans that will give them something else. */
async function countAccounts(
  db: Queryable,
  before: Catalogue,
  after: Catalogue,
): Promise<PreviewedPrices['accounts']> {
  const benefits = (catalogue: Catalogue, id: string): string => {
    const { included, stored_gib: stored, tier } = catalogue.plan(id) ?? {};
    return JSON.stringify([included, stored, tier]);
  };
  const changed = before.plans.flatMap(({ id }) =>
    after.plan(id) !== undefined && benefits(before, id) !== benefits(after, id) ? [id] : [],
  );
  const rows = await db.query<{ plan: string; accounts: number }>(
    'select plan, count(*)::int as accounts from funding_terms where plan = any($1) group by plan',
    [changed],
  );
  return changed.map((plan) => ({ plan, accounts: rows.find((row) => row.plan === plan)?.accounts ?? 0 }));
}
