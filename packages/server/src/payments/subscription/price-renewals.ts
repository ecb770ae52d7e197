import { type PlanChoice, type PlanPrice, planPrice, soldPlans } from '../../catalogue/plans.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import { offerOf, type PaymentProvider } from '../provider.ts';

/**
 * A subscription renews at the price that the catalogue will have then. Once that is known, the provider is told, and the
 * event by which it confirms the price tells the owner of the account: what was not told is not charged.
 */

interface RenewalDependencies {
  readonly database: Database;
  readonly effects: PaymentEffects;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
}

/** The rest follows with the next minute. */
const AT_ONCE_MAX = 1000;
const RENEWS_AS = `coalesce(next_plan, subscriptions.plan) as plan,
  coalesce(next_interval, plan_interval) as "interval", coalesce(next_cents, price_cents) as cents`;
/** The prices of `soldColumns`, the first parameters. */
const SOLD = `unnest($1::text[], $2::text[], $3::bigint[]) as sold (plan, "interval", cents)`;
const soldColumns = (prices: readonly PlanPrice[]) => [
  prices.map(({ plan }) => plan),
  prices.map(({ interval }) => interval),
  prices.map(({ cents }) => cents),
];

/**
 * Requests another price for each subscription whose plan will have another one when it renews. A plan that is sold no more
 * renews at its price, and a cancelled subscription does not renew.
 */
export async function requestRenewalPrices(
  database: Database,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
): Promise<void> {
  const { catalogue, clock } = effects;
  let from: Date | null = clock.now();
  while (from !== null) {
    const sold = catalogue.at(from);
    const until: Date | null = catalogue.holdsUntil(sold);
    for (const id of await findOthers(database, provider, {
      from,
      until,
      prices: soldPlans(sold),
    })) {
      const jobKey = `price_renewal-${id}`;
      await effects.addTask(database, 'price_renewal', { subscriptionId: id }, { jobKey });
    }
    from = until;
  }
}

interface Span {
  readonly from: Date;
  /** Null for the latest version. */
  readonly until: Date | null;
  readonly prices: readonly PlanPrice[];
}

/** The subscriptions that renew within the span at other prices than these. */
async function findOthers(
  database: Queryable,
  provider: PaymentProvider['name'],
  { from, until, prices }: Span,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from (
       select id, paid_until, ${RENEWS_AS} from subscriptions
       where state = 'active' and ends_at is null and provider = $4 and paid_until >= $5
         and paid_until < coalesce($6, 'infinity'::timestamptz)
     ) as renewing
     join ${SOLD} using (plan, "interval")
     where renewing.cents <> sold.cents order by paid_until limit $7`,
    [...soldColumns(prices), provider, from, until, AT_ONCE_MAX],
  );
  return rows.map(({ id }) => id);
}

/** Subscriptions that would renew at another price. */
export interface RepricedRenewals extends PlanChoice {
  readonly subscriptions: number;
  /** The first renewal at the new price that is due; null if all of them renew before it starts, and pay it a period later. */
  readonly firstAt: Date | null;
}

/** The subscriptions that renew as one of these plans at another price, if it starts at `from`. */
export async function countRepriced(
  db: Queryable,
  prices: readonly PlanPrice[],
  from: Date,
): Promise<readonly RepricedRenewals[]> {
  return db.query<RepricedRenewals>(
    `select plan, "interval", count(*)::int as subscriptions, min(paid_until) filter (where paid_until >= $4) as "firstAt"
     from (select paid_until, ${RENEWS_AS} from subscriptions where state = 'active' and ends_at is null) as renewing
     join ${SOLD} using (plan, "interval")
     where renewing.cents <> sold.cents group by 1, 2 order by 1, 2`,
    [...soldColumns(prices), from],
  );
}

interface Renewing extends PlanPrice {
  readonly providerId: string;
  readonly paidUntil: Date;
}

/** The task that has a subscription renew at the price of the catalogue. A repeated one changes nothing. */
export async function priceRenewal(
  { database, effects, provider, apply }: RenewalDependencies,
  subscriptionId: string,
): Promise<void> {
  const [renewing] = await database.query<Renewing>(
    `select provider_id as "providerId", paid_until as "paidUntil", ${RENEWS_AS} from subscriptions
     where id = $1 and state = 'active' and ends_at is null and paid_until > $2`,
    [subscriptionId, effects.clock.now()],
  );
  if (renewing === undefined) return;
  const { providerId, paidUntil } = renewing;
  const catalogue = effects.catalogue.at(paidUntil);
  const price = planPrice(catalogue, renewing);
  if (price === undefined || price.cents === renewing.cents) return;
  const order = { ...offerOf(catalogue, price), operationId: newId(), subscriptionId: providerId };
  const event = await provider.priceRenewal(order);
  if (event !== undefined) await apply(event);
}
