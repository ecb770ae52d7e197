import { invalidRequest, ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { liftSuspension } from '../access/lift-suspension.ts';
import { banAccount, unbanAccount } from '../accounts/ban-account.ts';
import { endReview, reviewAccount } from '../accounts/review-account.ts';
import { type AccountLimits, setLimits } from '../admit/accept/account-limits.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Database, Queryable } from '../db/database.ts';
import { readTerms, setGrantedPlan, setPlan } from '../funding/terms.ts';
import type { Clock } from '../kernel/clock.ts';
import { payOwedFromBalance } from '../ledger/arrears.ts';
import { creditPurchase } from '../ledger/credit.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import type { SecurityEvent } from '../security-log/security-event.ts';
import { decidePlanGrant, type Grant } from './decide-plan-grant.ts';
import { type Operator, type OperatorAction, recordAction } from './operator-action.ts';

export interface ChangeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
}

/** What an operator does to an account, and why. */
export interface AccountChange {
  readonly operator: Operator;
  readonly accountId: string;
  readonly reason: string;
}

/** The event of the change, for the log; undefined when it was made before. */
type Changed = Promise<Result<SecurityEvent | undefined, Problem>>;

const NO_ACCOUNT = problem('not_found', 'There is no such account.');

/** Bans an account, or lifts its ban. Problems: `not_found`, `invalid_request` for the operator's own account. */
export async function changeBan(
  dependencies: ChangeDependencies,
  change: AccountChange,
  banned: boolean,
): Changed {
  const { accountId, operator, reason } = change;
  if (accountId === operator.accountId) {
    return refused(invalidRequest([{ path: 'banned', message: 'you cannot ban yourself' }]));
  }
  return changeAccount(dependencies, change, async (tx, at) => {
    const changed = banned ? await banAccount(tx, accountId, reason, at) : await unbanAccount(tx, accountId);
    return changed ? { kind: banned ? 'account_banned' : 'account_unbanned', details: {} } : undefined;
  });
}

/** Pauses the payments of an account for review, or ends the review. Problem: `not_found`. */
export async function changeReview(
  dependencies: ChangeDependencies,
  change: AccountChange,
  inReview: boolean,
): Changed {
  const { accountId } = change;
  return changeAccount(dependencies, change, async (tx, at) => {
    if (inReview) await reviewAccount(tx, accountId, at);
    else await endReview(tx, accountId, at);
    return { kind: inReview ? 'account_review_started' : 'account_review_ended', details: {} };
  });
}

const OTHER_SUSPENSION = problem(
  'changed_meanwhile',
  'The account was suspended again meanwhile; nothing was changed. Reload the page.',
);

/** Lifts the suspension that ends at `until`. Problems: `not_found`, `changed_meanwhile` for another suspension. */
export async function endSuspension(
  dependencies: ChangeDependencies,
  change: AccountChange,
  until: Date,
): Changed {
  let isAnother = false;
  const changed = await changeAccount(dependencies, change, async (tx, at) => {
    const outcome = await liftSuspension(tx, change.accountId, until, at);
    isAnother = outcome === 'another';
    if (outcome !== 'lifted') return undefined;
    return { kind: 'suspension_lifted', details: { suspended_until: until.toISOString() } };
  });
  return isAnother ? refused(OTHER_SUSPENSION) : changed;
}

/** Sets the limits of an account. Problem: `not_found`. */
export async function changeLimits(
  dependencies: ChangeDependencies,
  change: AccountChange,
  limits: AccountLimits,
): Changed {
  return changeAccount(dependencies, change, async (tx) => {
    await setLimits(tx, change.accountId, limits);
    return {
      kind: 'limits_changed',
      details: {
        calls_per_minute: limits.callsPerMinute ?? 'default',
        jobs_at_once: limits.jobsAtOnce ?? 'default',
        videos_per_day: limits.videosPerDay ?? 'default',
        images_per_day: limits.imagesPerDay ?? 'default',
        stored_bytes: limits.storedBytes ?? 'default',
      },
    };
  });
}

/**
 * Grants a plan at the operator's expense, or ends it. Problems: `not_found`, `invalid_request` where
 * `decidePlanGrant` refuses.
 */
export async function grantPlan(
  dependencies: ChangeDependencies,
  change: AccountChange,
  grant: Grant,
): Changed {
  const { accountId } = change;
  let rejection: Problem | undefined;
  const changed = await changeAccount(dependencies, change, async (tx, at) => {
    await lockFundingRow(tx, accountId);
    rejection = decidePlanGrant(grant, dependencies.catalogue.now(), await readSituation(tx, accountId));
    if (rejection !== undefined) return undefined;
    if (grant === null) await setPlan(tx, accountId, null);
    else await setGrantedPlan(tx, accountId, { ...grant, source: 'operator', interval: 'month' }, at);
    return grant === null
      ? { kind: 'plan_ended', details: {} }
      : { kind: 'plan_granted', details: { plan: grant.name, billing: grant.billing } };
  });
  return rejection === undefined ? changed : refused(rejection);
}

async function readSituation(tx: Queryable, accountId: string) {
  const terms = await readTerms(tx, accountId);
  const [owed] = await tx.query<{ unbilledCents: number; unpaidInvoices: number }>(
    `select
       (select coalesce(sum(month_end_cents), 0)::bigint from usage_months as used
        where account_id = $1 and month_end_cents > 0 and not exists (
          select from invoices where invoices.account_id = used.account_id and invoices.month = used.month
        )) as "unbilledCents",
       (select count(*) from invoices where account_id = $1 and collection = 'card' and state <> 'paid')
         as "unpaidInvoices"`,
    [accountId],
  );
  if (terms === undefined || owed === undefined) throw new Error('every account has terms');
  return { ...terms, ...owed };
}

export interface NewCredit {
  /** Drawn by the sender, and the id of the purchase: the same one credits once, however often it is sent. */
  readonly creditId: string;
  readonly amountCents: number;
}

/**
 * Credits a balance that the operator grants, as one transaction of the ledger from `operator_grant` to `prepaid`.
 * Locks the funding row first, so that of two requests with one id the second finds what the first credited.
 * Problems: `not_found`, and `idempotency_conflict` for an id that was used for something else.
 */
export async function creditAccount(
  dependencies: ChangeDependencies,
  change: AccountChange,
  { creditId, amountCents }: NewCredit,
): Changed {
  const { accountId } = change;
  let isTaken = false;
  const credited = await changeAccount(dependencies, change, async (tx, at) => {
    await lockFundingRow(tx, accountId);
    const earlier = await findUseOfId(tx, creditId);
    isTaken =
      earlier !== undefined && (earlier.accountId !== accountId || earlier.grantedCents !== amountCents);
    if (earlier !== undefined) return undefined;
    const purchase = { purchaseId: creditId, accountId, amountCents, source: 'checkout' } as const;
    await creditPurchase(tx, { ...purchase, from: 'operator_grant' }, at);
    await payOwedFromBalance(tx, accountId, at);
    return { kind: 'credit_granted', details: { amount_cents: amountCents, purchase: creditId } };
  });
  if (!isTaken) return credited;
  const message = 'This credit_id was used for another credit; nothing was credited now. Use a new one.';
  return refused(problem('idempotency_conflict', message));
}

/** What has this id already: a purchase, or a payment that may become one. */
async function findUseOfId(
  tx: Queryable,
  id: string,
): Promise<{ readonly accountId: string; readonly grantedCents: number | null } | undefined> {
  const [use] = await tx.query<{ accountId: string; grantedCents: number | null }>(
    `select purchases.account_id as "accountId", postings.amount_cents as "grantedCents"
     from purchases left join ledger_transactions
         on ledger_transactions.purchase_id = purchases.id and ledger_transactions.kind = 'credit'
       left join postings on transaction_id = ledger_transactions.id and postings.source = 'operator_grant'
     where purchases.id = $1
     union all select account_id, null from payments where id = $1 limit 1`,
    [id],
  );
  return use;
}

/**
 * Changes an existing account and records it, in one transaction. `work` returns what to record; undefined when it
 * changed nothing.
 */
async function changeAccount(
  { database, clock }: ChangeDependencies,
  { operator, accountId, reason }: AccountChange,
  work: (tx: Queryable, at: Date) => Promise<Omit<OperatorAction, 'accountId'> | undefined>,
): Changed {
  const at = clock.now();
  return database.transaction<Awaited<Changed>>(async (tx) => {
    const accounts = await tx.query('select from accounts where id = $1', [accountId]);
    if (accounts.length === 0) return refused(NO_ACCOUNT);
    const action = await work(tx, at);
    if (action === undefined) return ok(undefined);
    const details = { ...action.details, reason };
    return ok(await recordAction(tx, operator, { ...action, accountId, details }, at));
  });
}
