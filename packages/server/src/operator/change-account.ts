import {
  invalidField,
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import { liftSuspension } from '../access/lift-suspension.ts';
import { banAccount, unbanAccount } from '../accounts/ban-account.ts';
import { endReview, reviewAccount } from '../accounts/review-account.ts';
import { type AccountLimits, setLimits } from '../admit/accept/account-limits.ts';
import { lockVersions, readStarted } from '../catalogue/catalogue-versions.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Database, Queryable } from '../db/database.ts';
import { readTerms, setGrantedPlan, setPlan, setPriceList } from '../funding/terms.ts';
import type { Clock } from '../kernel/clock.ts';
import { payOwedFromBalance } from '../ledger/arrears.ts';
import { creditGrant, creditPurchase } from '../ledger/credit.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { isClosed } from '../payments/closed-account.ts';
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

/**
 * Gives an account the prices of a list, or those of everybody with null: orders that it has placed keep theirs. Problems:
 * `not_found`, `invalid_request` for a list that the catalogue lacks.
 */
export async function changePriceList(
  dependencies: ChangeDependencies,
  change: AccountChange,
  priceList: string | null,
): Changed {
  const { accountId } = change;
  let rejection: Problem | undefined;
  const changed = await changeAccount(dependencies, change, async (tx, at) => {
    await lockFundingRow(tx, accountId);
    rejection = priceList === null ? undefined : await findListProblem(tx, priceList, at);
    if (rejection !== undefined) return undefined;
    await setPriceList(tx, accountId, priceList);
    return { kind: 'price_list_changed', details: { price_list: priceList ?? 'none' } };
  });
  return rejection === undefined ? changed : refused(rejection);
}

/** The problem of a list that a version lacks which is in force, or will be. No version is written until the end of the transaction. */
async function findListProblem(tx: Queryable, priceList: string, at: Date): Promise<Problem | undefined> {
  await lockVersions(tx);
  for (const { catalogue, version } of await readStarted(tx, at)) {
    const lists = catalogue.document.price_lists.map(({ id }) => id);
    if (lists.includes(priceList)) continue;
    const remedy =
      lists.length === 0 ? 'add one to `price_lists` of the catalogue' : `use ${lists.join(', ')}`;
    return invalidField(
      'price_list',
      `version ${version} of the catalogue has no such price list; ${remedy}`,
    );
  }
  return undefined;
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
  /** A grant, and when it expires; absent for money that came another way, which counts as bought. */
  readonly grant?: { readonly expiresAt: Date | null } | undefined;
}

const CLOSED = problem('changed_meanwhile', 'Its person has deleted the account; nothing was credited.');

/**
 * Credits a balance at the operator's expense, as one transaction of the ledger from `operator_grant` to `prepaid`.
 * Locks the funding row first, so that of two requests with one id the second finds what the first credited.
 * Problems: `not_found`; `changed_meanwhile` for a closed account; `invalid_request` for a grant that has expired;
 * `idempotency_conflict` for an id that was used for something else.
 */
export async function creditAccount(
  dependencies: ChangeDependencies,
  change: AccountChange,
  credit: NewCredit,
): Changed {
  const { accountId } = change;
  let rejection: Problem | undefined;
  const credited = await changeAccount(dependencies, change, async (tx, at) => {
    await lockFundingRow(tx, accountId);
    const earlier = await findUseOfId(tx, credit.creditId);
    if (earlier !== undefined && !isSameCredit(earlier, accountId, credit)) rejection = USED_ID;
    if (earlier !== undefined) return undefined;
    if (await isClosed(tx, accountId)) rejection = CLOSED;
    else if (credit.grant?.expiresAt && credit.grant.expiresAt <= at) rejection = PAST;
    return rejection === undefined ? addCredit(tx, accountId, credit, at) : undefined;
  });
  return rejection === undefined ? credited : refused(rejection);
}

const PAST = invalidField('grant.expires_at', 'must be in the future');
const USED_ID = problem(
  'idempotency_conflict',
  'This credit_id was used for another credit; nothing was credited now. Use a new one.',
);

async function addCredit(
  tx: Queryable,
  accountId: string,
  { creditId: purchaseId, amountCents, grant }: NewCredit,
  at: Date,
): Promise<Omit<OperatorAction, 'accountId'>> {
  const details = { amount_cents: amountCents, purchase: purchaseId };
  if (grant === undefined) {
    const from = 'operator_grant';
    await creditPurchase(tx, { purchaseId, accountId, amountCents, source: 'checkout', from }, at);
    await payOwedFromBalance(tx, accountId, at);
    return { kind: 'credit_granted', details };
  }
  const { expiresAt } = grant;
  await creditGrant(tx, { purchaseId, accountId, amountCents, source: 'grant', expiresAt }, at);
  const expires = expiresAt === null ? {} : { expires_at: expiresAt.toISOString() };
  return { kind: 'balance_granted', details: { ...details, ...expires } };
}

interface UseOfId {
  readonly accountId: string;
  /** Null unless the operator granted it. */
  readonly grantedCents: number | null;
  readonly isGrant: boolean;
  readonly expiresAt: Date | null;
}

function isSameCredit(use: UseOfId, accountId: string, { amountCents, grant }: NewCredit): boolean {
  return (
    use.accountId === accountId &&
    use.grantedCents === amountCents &&
    use.isGrant === (grant !== undefined) &&
    use.expiresAt?.getTime() === grant?.expiresAt?.getTime()
  );
}

/** What has this id already: a purchase, or a payment that may become one. */
async function findUseOfId(tx: Queryable, id: string): Promise<UseOfId | undefined> {
  const [use] = await tx.query<UseOfId>(
    `select purchases.account_id as "accountId", postings.amount_cents as "grantedCents",
       purchases.source = 'grant' as "isGrant", expires_at as "expiresAt"
     from purchases left join ledger_transactions
         on ledger_transactions.purchase_id = purchases.id and ledger_transactions.kind = 'credit'
       left join postings on transaction_id = ledger_transactions.id and postings.source = 'operator_grant'
     where purchases.id = $1
     union all select account_id, null, false, null from payments where id = $1 limit 1`,
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
