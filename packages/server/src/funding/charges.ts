import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import type { Cents } from '../kernel/money.ts';
import { expireGrants } from '../ledger/expire-grants.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { captureHold, type Hold, placeHolds, releaseHold } from '../ledger/hold.ts';
import { settleOwedTakebacks } from '../ledger/takeback.ts';
import type { Quote } from '../quote/quote.ts';
import type { Funding } from './decide-funding.ts';
import { addToKeyMonths, type CappedCharge } from './key-caps.ts';

/**
 * The price of one job and how it is paid. A charge is held at acceptance and settled or reversed with its
 * job.
 */
export interface NewCharge {
  readonly jobId: string;
  readonly accountId: string;
  readonly quote: Quote;
  readonly funding: Funding;
  /** The key that placed the order, if it has a cap. */
  readonly cappedKeyId: string | null;
}

/**
 * Writes the charges of accepted jobs, adds them to the usage counters of the UTC month of `at` and places
 * their holds. The caller has locked the funding rows.
 */
export async function holdCharges(tx: Queryable, charges: readonly NewCharge[], at: Date): Promise<void> {
  const holds = charges.flatMap(holdOf);
  const capped = charges.flatMap(cappedChargeOf);
  const month = isoDate(monthStart(at));
  await Promise.all([
    insertCharges(tx, charges, month),
    holds.length > 0 && placeHolds(tx, holds, at),
    capped.length > 0 && addToKeyMonths(tx, capped, month),
  ]);
}

async function insertCharges(tx: Queryable, charges: readonly NewCharge[], month: string): Promise<void> {
  await tx.query(
    `with charged as (
       insert into charges (job_id, account_id, month, medium, twelfths, price_cents, included_twelfths, prepaid_cents,
         month_end_cents, key_id, included_images)
       select job_id, account_id, $9::date, medium, twelfths, price_cents, included_twelfths, prepaid_cents,
         month_end_cents, key_id, included_images
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::bigint[], $6::int[], $7::bigint[], $8::bigint[],
         $10::uuid[], $11::int[])
         as t (job_id, account_id, medium, twelfths, price_cents, included_twelfths, prepaid_cents, month_end_cents,
           key_id, included_images)
       returning *
     )
     ${addToMonths('charged', '+')}`,
    [
      charges.map((c) => c.jobId),
      charges.map((c) => c.accountId),
      charges.map((c) => c.quote.medium),
      charges.map((c) => (c.quote.medium === 'video' ? c.quote.twelfths : 0)),
      charges.map((c) => c.quote.priceCents),
      charges.map((c) => (c.funding.from === 'allowance' ? c.funding.twelfths : null)),
      charges.map((c) => (c.funding.from === 'allowance' ? 0 : c.quote.priceCents - c.funding.monthEndCents)),
      charges.map((c) => (c.funding.from === 'allowance' ? 0 : c.funding.monthEndCents)),
      month,
      charges.map((c) => c.cappedKeyId),
      charges.map((c) => (c.funding.from === 'allowance' ? c.funding.images : null)),
    ],
  );
}

/** SQL that adds the charges of a named query to the counters of their months, or subtracts them. */
function addToMonths(charges: string, sign: '+' | '-'): string {
  const counters = [
    'images_included',
    'videos_included',
    'twelfths_included',
    'images_overage',
    'videos_overage',
    'twelfths_overage',
    'prepaid_cents',
    'month_end_cents',
  ];
  const set = counters.map((name) => `${name} = usage_months.${name} ${sign} excluded.${name}`).join(', ');
  return `insert into usage_months (account_id, month, ${counters.join(', ')})
     select account_id, month,
       coalesce(sum(included_images), 0),
       count(*) filter (where medium = 'video' and included_twelfths is not null),
       coalesce(sum(included_twelfths), 0),
       count(*) filter (where medium = 'image' and included_twelfths is null),
       count(*) filter (where medium = 'video' and included_twelfths is null),
       coalesce(sum(twelfths) filter (where included_twelfths is null), 0),
       sum(prepaid_cents), sum(month_end_cents)
     from ${charges} group by account_id, month order by account_id
     on conflict (account_id, month) do update set ${set}`;
}

function cappedChargeOf({ cappedKeyId: keyId, quote }: NewCharge): CappedCharge[] {
  return keyId === null ? [] : [{ keyId, priceCents: quote.priceCents }];
}

function holdOf({ jobId, accountId, funding }: NewCharge): Hold[] {
  if (funding.from === 'allowance') return [];
  return [{ jobId, accountId, draws: funding.draws, monthEndCents: funding.monthEndCents }];
}

/**
 * Settles the charge of a delivered job and captures its hold; returns what was captured. The balance does not
 * change, so no funding lock is taken.
 */
export async function settleCharge(tx: Queryable, jobId: string, at: Date): Promise<Cents> {
  const ended = await tx.query<{ cents: Cents }>(
    `update charges set state = 'settled' where job_id = $1 and state = 'held'
     returning prepaid_cents + month_end_cents as cents`,
    [jobId],
  );
  const cents = endedOnce(jobId, ended);
  await captureHold(tx, jobId, at);
  return cents;
}

/**
 * Reverses the charge of a job that failed, was blocked or was cancelled, in the month of its acceptance, and
 * releases its hold; returns what was released. Locks the funding row before counters and purchases, as acceptance
 * does, to avoid a deadlock.
 */
export async function reverseCharge(tx: Queryable, jobId: string, at: Date): Promise<Cents> {
  const [charge] = await tx.query<{ accountId: string }>(
    'select account_id as "accountId" from charges where job_id = $1',
    [jobId],
  );
  if (charge !== undefined) await lockFundingRow(tx, charge.accountId);
  const ended = await tx.query<{ cents: Cents }>(
    `with reversed as (
       update charges set state = 'reversed' where job_id = $1 and state = 'held' returning *
     ), counted as (${addToMonths('reversed', '-')}),
     key_counted as (
       update key_months set spent_cents = key_months.spent_cents - reversed.price_cents from reversed
       where key_months.key_id = reversed.key_id and key_months.month = reversed.month
     )
     select prepaid_cents + month_end_cents as cents from reversed`,
    [jobId],
  );
  const cents = endedOnce(jobId, ended);
  await releaseHold(tx, jobId, at);
  if (charge !== undefined) {
    await settleOwedTakebacks(tx, charge.accountId, at);
    await expireGrants(tx, charge.accountId, at);
  }
  return cents;
}

/** A second ending would settle or reverse the charge twice, so it fails the whole transaction. */
function endedOnce(jobId: string, [charge]: readonly { readonly cents: Cents }[]): Cents {
  if (charge === undefined) throw new Error(`the charge of job ${jobId} has already ended`);
  return charge.cents;
}
