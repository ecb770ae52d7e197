import type { Queryable } from '../db/database.ts';
import { LAST_ID } from '../kernel/ids.ts';
import type { Cents } from '../kernel/money.ts';
import type { PlanInterval, PlanName } from './plan-price.ts';

/** A charge of the account's card for a balance or a plan; month-end invoices are listed apart. */
export interface ListedPayment {
  readonly id: string;
  readonly kind: 'top_up' | 'auto_recharge' | 'plan';
  readonly amountCents: Cents;
  /** Null for a balance. */
  readonly plan: PlanName | null;
  readonly interval: PlanInterval | null;
  /** Whether it was the difference of an upgrade. */
  readonly upgrade: boolean;
  /** How it was paid, by the provider's name for it; null for a card. */
  readonly paidWith: string | null;
  /** What the provider took back without a request of this service. */
  readonly takenBackCents: Cents;
  readonly state: 'paid' | 'pending' | 'declined';
  readonly at: Date;
  /** The state of its latest refund; null without one. */
  readonly refund: 'open' | 'settled' | 'failed' | 'refused' | null;
  /** The id of its credit note; null unless it is or was being refunded. */
  readonly creditNote: string | null;
}

export interface ListRequest {
  readonly accountId: string;
  /** Only what was created before the one with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A page of the account's payments, newest first; checkouts that were not paid are left out. */
export async function listPayments(
  db: Queryable,
  { accountId, before = LAST_ID, limit }: ListRequest,
): Promise<ListedPayment[]> {
  return db.query<ListedPayment>(
    `select payments.id, kind, amount_cents as "amountCents", null as plan, null as interval, false as upgrade,
       paid_with as "paidWith", coalesce(taken_cents, 0) as "takenBackCents",
       case payments.state when 'succeeded' then 'paid' when 'failed' then 'declined' else 'pending' end as state,
       coalesce(ended_at, created_at) as at,
       refund.state as refund, case when refund.state in ('open', 'settled') then refund.id end as "creditNote"
     from payments left join takebacks on takebacks.id = payments.id left join lateral (
       select refunds.id, refunds.state from refunds where payment_id = payments.id order by created_at desc limit 1
     ) as refund on true
     where payments.account_id = $1 and payments.id < $2 and kind <> 'subscription'
       and (payments.state = 'succeeded' or kind = 'auto_recharge')
     union all
     select id, 'plan', amount_cents, plan, plan_interval, is_upgrade, null, 0, 'paid', charged_at, null, null
     from plan_charges where account_id = $1 and id < $2
     order by id desc limit $3`,
    [accountId, before, limit],
  );
}
