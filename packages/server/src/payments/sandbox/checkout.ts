import type { Queryable } from '../../db/database.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import { newId } from '../../kernel/ids.ts';
import type { EventOf } from '../payment-event.ts';
import { periodEnd } from './billing-period.ts';
import { type SandboxDependencies, sandboxCard, sandboxChargeId } from './sandbox-dependencies.ts';
import { type CardBehaviour, type CardField, type CardForm, readTestCard } from './test-card.ts';

/** One hosted checkout page. */
export interface SandboxCheckout {
  readonly id: string;
  readonly operationId: string;
  readonly accountId: string;
  readonly email: string;
  /** Null on a page that only adds a card. */
  readonly amountCents: number | null;
  readonly plan: string | null;
  /** The name of the plan. */
  readonly product: string | null;
  readonly interval: 'month' | 'year' | null;
  readonly returnUrl: string;
  /** at_bank: waiting for the bank's confirmation (3-D Secure). */
  readonly state: 'open' | 'at_bank' | 'paid' | 'cancelled';
  readonly cardLast4: string | null;
  /** The last month in which the card is valid, as 2034-12. */
  readonly cardExpires: string | null;
}

export type CheckoutResult =
  /** The checkout is awaiting the buyer's next step. */
  | { readonly kind: 'pending' }
  /** Paid or cancelled, now or before: the browser is redirected to the return address. */
  | { readonly kind: 'ended'; readonly returnUrl: string }
  | { readonly kind: 'rejected'; readonly field: CardField; readonly message: string };

const BANK_CARD = 'asks_bank';

export async function readCheckout(db: Queryable, id: string): Promise<SandboxCheckout | undefined> {
  return select(db, id, '');
}

/** Pays a checkout with the card as typed. Undefined for an unknown checkout. */
export async function payCheckout(
  sandbox: SandboxDependencies,
  id: string,
  form: CardForm,
): Promise<CheckoutResult | undefined> {
  return onCheckout(sandbox, id, async (tx, checkout) => {
    if (checkout.state !== 'open') return { kind: 'pending' };
    const card = readTestCard(form, sandbox.clock.now());
    if (!card.ok) return { kind: 'rejected', field: card.field, message: card.message };
    if (card.behaviour === 'declined') {
      return { kind: 'rejected', field: 'number', message: 'Your card was declined. Try another one.' };
    }
    if (card.behaviour === BANK_CARD) {
      await tx.query(
        `update sandbox_checkouts set state = 'at_bank', card_last4 = $2, card_expires = $3 where id = $1`,
        [id, card.last4, card.expires],
      );
      return { kind: 'pending' };
    }
    await complete(tx, sandbox, checkout, { ...card, behaviour: card.behaviour });
    return { kind: 'ended', returnUrl: checkout.returnUrl };
  });
}

/**
 * Completes the bank's confirmation: the buyer confirmed the payment, or failed to. Undefined for an unknown
 * one.
 */
export async function completeBankChallenge(
  sandbox: SandboxDependencies,
  id: string,
  isConfirmed: boolean,
): Promise<CheckoutResult | undefined> {
  return onCheckout(sandbox, id, async (tx, checkout) => {
    const { cardLast4: last4, cardExpires: expires } = checkout;
    if (checkout.state !== 'at_bank' || last4 === null) return { kind: 'pending' };
    if (!isConfirmed) {
      await tx.query(
        `update sandbox_checkouts set state = 'open', card_last4 = null, card_expires = null where id = $1`,
        [id],
      );
      const message = 'Your bank did not confirm it. Nothing was charged; try again.';
      return { kind: 'rejected', field: 'number', message };
    }
    await complete(tx, sandbox, checkout, { last4, expires: expires ?? '', behaviour: BANK_CARD });
    return { kind: 'ended', returnUrl: checkout.returnUrl };
  });
}

/** Cancels a checkout that is not paid. Undefined for an unknown checkout. */
export async function cancelCheckout(
  sandbox: SandboxDependencies,
  id: string,
): Promise<CheckoutResult | undefined> {
  return onCheckout(sandbox, id, async (tx, { operationId, state, returnUrl, amountCents }) => {
    if (state !== 'open' && state !== 'at_bank') return { kind: 'pending' };
    await tx.query(`update sandbox_checkouts set state = 'cancelled', card_last4 = null where id = $1`, [id]);
    await sandbox.deliver(tx, {
      id: `evt_${newId()}`,
      at: sandbox.clock.now(),
      type: amountCents === null ? 'card_setup_failed' : 'top_up_failed',
      operationId,
    });
    return { kind: 'ended', returnUrl };
  });
}

/** Runs `work` on an open checkout, with its row locked: a form that is submitted twice takes effect once. */
async function onCheckout(
  { database }: SandboxDependencies,
  id: string,
  work: (tx: Queryable, checkout: SandboxCheckout) => Promise<CheckoutResult>,
): Promise<CheckoutResult | undefined> {
  const result = await database.transaction(async (tx) => {
    const checkout = await select(tx, id, 'for update');
    if (checkout === undefined) return undefined;
    const isEnded = checkout.state === 'paid' || checkout.state === 'cancelled';
    return isEnded ? { kind: 'ended' as const, returnUrl: checkout.returnUrl } : work(tx, checkout);
  });
  crashPoint('payment.after_commit');
  return result;
}

interface EnteredCard {
  readonly last4: string;
  readonly expires: string;
  readonly behaviour: CardBehaviour;
}

async function complete(
  tx: Queryable,
  sandbox: SandboxDependencies,
  checkout: SandboxCheckout,
  card: EnteredCard,
): Promise<void> {
  const { id, operationId, accountId, amountCents } = checkout;
  const at = sandbox.clock.now();
  await tx.query(
    `update sandbox_checkouts set state = 'paid', card_last4 = null, card_expires = null where id = $1`,
    [id],
  );
  await tx.query(
    `insert into sandbox_cards (account_id, last4, behaviour) values ($1, $2, $3)
     on conflict (account_id) do update set last4 = $2, behaviour = $3`,
    [accountId, card.last4, card.behaviour],
  );
  const eventBase = { id: `evt_${newId()}`, at, operationId, card: sandboxCard(card.last4, card.expires) };
  if (amountCents === null) return sandbox.deliver(tx, { ...eventBase, type: 'card_set_up' });
  await tx.query(
    `insert into sandbox_charges (id, account_id, amount_cents, outcome, created_at)
     values ($1, $2, $3, 'succeeded', $4)`,
    [operationId, accountId, amountCents, at],
  );
  await deliverPaidEvent(tx, sandbox, { ...checkout, amountCents }, eventBase, card.behaviour);
  if (card.behaviour === 'disputes') {
    await sandbox.deliver(tx, {
      id: `evt_${newId()}`,
      at,
      type: 'charge_taken_back',
      accountId,
      operationId,
      takenCents: 0,
      disputes: [{ id: operationId, state: 'open' }],
      readNumber: 1,
    });
  }
}

async function deliverPaidEvent(
  tx: Queryable,
  sandbox: SandboxDependencies,
  { operationId, accountId, amountCents, plan, interval }: SandboxCheckout & { readonly amountCents: number },
  eventBase: Pick<EventOf<'top_up_paid'>, 'id' | 'at' | 'operationId' | 'card'>,
  behaviour: CardBehaviour,
): Promise<void> {
  const { at } = eventBase;
  if (plan === null || interval === null) {
    const confirmedByBank = behaviour === BANK_CARD;
    const chargeId = sandboxChargeId(operationId);
    const paid = { chargeId, amountCents, paidWith: 'card', confirmedByBank };
    return sandbox.deliver(tx, { ...eventBase, ...paid, type: 'top_up_paid' });
  }
  const subscriptionId = `sandbox_subscription_${operationId}`;
  const period = { start: at, end: periodEnd(at, interval) };
  await tx.query(
    `insert into sandbox_subscriptions
       (id, operation_id, account_id, plan, plan_interval, period_start, anchored_at, paid_until,
        price_cents)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [subscriptionId, operationId, accountId, plan, interval, period.start, period.end, amountCents],
  );
  await sandbox.deliver(tx, {
    ...eventBase,
    type: 'subscription_active',
    subscriptionId,
    plan,
    interval,
    cents: amountCents,
    period,
    next: null,
    endsAt: null,
  });
  const bought = { plan, interval };
  const charged = { type: 'plan_charged', operationId, amountCents, bought, isUpgrade: false } as const;
  await sandbox.deliver(tx, { id: `evt_${newId()}`, at, ...charged });
}

async function select(
  db: Queryable,
  id: string,
  lock: '' | 'for update',
): Promise<SandboxCheckout | undefined> {
  // PostgreSQL has no text with NUL, and would reject the query.
  if (id.includes('\0')) return undefined;
  const [checkout] = await db.query<SandboxCheckout>(
    `select id, operation_id as "operationId", account_id as "accountId", email, amount_cents as "amountCents",
       plan, plan_interval as "interval", product, return_url as "returnUrl", state, card_last4 as "cardLast4",
       card_expires as "cardExpires"
     from sandbox_checkouts where id = $1 ${lock}`,
    [id],
  );
  return checkout;
}
