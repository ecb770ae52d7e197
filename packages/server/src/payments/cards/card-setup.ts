import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { readPayer } from '../payment.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { EventOf } from '../payment-event.ts';
import { type PaymentProvider, ProviderUnavailable } from '../provider.ts';
import { isUnderReview, refusedInReview } from '../under-review.ts';
import { saveCardForAll } from './save-card.ts';

interface StartedSetup {
  readonly setupId: string;
  /** The provider's page; it redirects the browser to the return address, with a card or without. */
  readonly checkoutUrl: string;
}

export type StartCardSetup = (accountId: string, returnUrl: string) => Promise<Result<StartedSetup, Problem>>;

export type CardSetupState = 'open' | 'succeeded' | 'failed';

/** Unfinished pages that an account may have started within the last hour: thieves test stolen cards on such pages. */
const OPEN_MAX = 10;
const OPEN_WINDOW_MS = 3_600_000;

/**
 * Starts adding a card. It is written before the provider is called, and only events report its outcome. Problems:
 * `account_review_required`; `rate_limited` with ten unfinished ones within an hour;
 * `billing_verification_unavailable`, while the provider is unavailable.
 */
export function createStartCardSetup(
  database: Database,
  clock: Clock,
  provider: PaymentProvider,
): StartCardSetup {
  return async (accountId, returnUrl) => {
    const id = newId();
    const payer = await readPayer(database, accountId);
    const refusal = await openSetup(database, provider.name, { id, accountId, at: clock.now() });
    if (refusal !== undefined) return refused(refusal);
    try {
      const { checkoutUrl } = await provider.startCardSetup({ operationId: id, payer, returnUrl });
      return ok({ setupId: id, checkoutUrl });
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      const message = 'Cards cannot be added right now; retry in a few seconds.';
      return refused(problem('billing_verification_unavailable', message));
    }
  };
}

/** Locks the funding row first, so that concurrent ones are counted one by one. */
async function openSetup(
  database: Database,
  provider: PaymentProvider['name'],
  setup: { readonly id: string; readonly accountId: string; readonly at: Date },
): Promise<Problem | undefined> {
  const { id, accountId, at } = setup;
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    if (await isUnderReview(tx, accountId)) return refusedInReview;
    const unfinished = await tx.query(
      `select from card_setups where account_id = $1 and state = 'open' and created_at > $2 limit $3`,
      [accountId, new Date(at.getTime() - OPEN_WINDOW_MS), OPEN_MAX],
    );
    if (unfinished.length === OPEN_MAX) {
      const message = 'Ten pages for adding a card were opened within an hour; finish one, or retry later.';
      return { ...problem('rate_limited', message), retryAfterSeconds: OPEN_WINDOW_MS / 1000 };
    }
    await tx.query('insert into card_setups (id, account_id, provider, created_at) values ($1, $2, $3, $4)', [
      id,
      accountId,
      provider,
      at,
    ]);
    return undefined;
  });
}

/** Applies an added card. A repeated event changes nothing, even after the card was removed. */
export async function completeCardSetup(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  { operationId, card }: EventOf<'card_set_up'>,
): Promise<void> {
  const setup = await lockSetup(tx, operationId);
  if (setup === undefined || setup.state === 'succeeded') return;
  const at = effects.clock.now();
  await endSetup(tx, operationId, 'succeeded', at);
  await saveCardForAll(tx, effects, { accountId: setup.accountId, provider }, card, at);
}

/** Applies the end of a page on which no card was added. */
export async function failCardSetup(
  tx: Queryable,
  effects: PaymentEffects,
  operationId: string,
): Promise<void> {
  const setup = await lockSetup(tx, operationId);
  if (setup?.state === 'open') await endSetup(tx, operationId, 'failed', effects.clock.now());
}

async function endSetup(tx: Queryable, id: string, state: 'succeeded' | 'failed', at: Date): Promise<void> {
  await tx.query('update card_setups set state = $2, ended_at = $3 where id = $1', [id, state, at]);
}

/** Locks the funding row, then the set-up, until the transaction ends. */
async function lockSetup(
  tx: Queryable,
  id: string,
): Promise<{ readonly accountId: string; readonly state: CardSetupState } | undefined> {
  const [owner] = await tx.query<{ accountId: string }>(
    'select account_id as "accountId" from card_setups where id = $1',
    [id],
  );
  if (owner === undefined) return undefined;
  await lockFundingRow(tx, owner.accountId);
  const [setup] = await tx.query<{ accountId: string; state: CardSetupState }>(
    'select account_id as "accountId", state from card_setups where id = $1 for update',
    [id],
  );
  return setup;
}

const EXPIRES_MS = 2 * 86_400_000;

/** Marks the pages as failed on which no card was added within two days. */
export async function expireCardSetups(database: Database, now: Date): Promise<void> {
  await database.query(
    `update card_setups set state = 'failed', ended_at = $2 where state = 'open' and created_at < $1`,
    [new Date(now.getTime() - EXPIRES_MS), now],
  );
}
