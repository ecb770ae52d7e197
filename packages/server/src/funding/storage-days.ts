import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import type { Cents } from '../kernel/money.ts';
import { chargeAtOnce } from '../ledger/charge-at-once.ts';
import type { StorageCharge } from './decide-storage-charge.ts';

interface Stored {
  readonly storedBytes: number;
  readonly limitBytes: number | null;
}

/** What an account keeps; a deleted one keeps nothing, whatever is not erased yet. */
export async function readStored(db: Queryable, accountId: string): Promise<Stored> {
  const [stored] = await db.query<Stored>(
    `select coalesce(sum(account_activity.stored_bytes), 0)::bigint as "storedBytes",
       account_limits.stored_bytes as "limitBytes"
     from accounts left join account_activity on account_activity.account_id = accounts.id
       left join account_limits on account_limits.account_id = accounts.id
     where accounts.id = $1 and deleted_at is null group by 2`,
    [accountId],
  );
  return stored ?? { storedBytes: 0, limitBytes: null };
}

/** What the days of a month that were measured cost so far. */
export interface StorageMonth {
  /** The sum of bytes above what was included times the price of the day. */
  readonly byteCents: bigint;
  readonly dueCents: Cents;
  readonly chargedCents: Cents;
  /** Whether the day of `at` is one of them. */
  readonly isMeasured: boolean;
}

/** The month of `at`. */
export async function readStorageMonth(db: Queryable, accountId: string, at: Date): Promise<StorageMonth> {
  const [row] = await db.query<Omit<StorageMonth, 'byteCents'> & { byteCents: string }>(
    `select coalesce(sum(above_bytes::numeric * cents_per_gib_month), 0)::text as "byteCents",
       coalesce(sum(due_cents), 0)::bigint as "dueCents",
       coalesce(sum(prepaid_cents + month_end_cents), 0)::bigint as "chargedCents",
       coalesce(bool_or(day = $3::date), false) as "isMeasured"
     from storage_days where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'`,
    [accountId, isoDate(monthStart(at)), isoDate(at)],
  );
  if (row === undefined) throw new Error('a sum has a row');
  return { ...row, byteCents: BigInt(row.byteCents) };
}

export interface StorageDay {
  readonly accountId: string;
  readonly aboveBytes: number;
  readonly centsPerGibMonth: Cents;
  readonly catalogueVersion: number;
  readonly dueCents: Cents;
  readonly charge: StorageCharge;
}

/** Writes the day of `at` and charges it, in the counters of its month too. The caller has locked the funding row. */
export async function chargeStorageDay(tx: Queryable, day: StorageDay, at: Date): Promise<void> {
  const { accountId, charge } = day;
  const { prepaidCents, monthEndCents } = charge;
  let transactionId: number | undefined;
  if (prepaidCents + monthEndCents > 0) {
    transactionId = await chargeAtOnce(tx, { kind: 'storage', accountId, ...charge }, at);
    await tx.query(
      `insert into usage_months as used (account_id, month, prepaid_cents, month_end_cents) values ($1, $2::date, $3, $4)
       on conflict (account_id, month) do update
       set prepaid_cents = used.prepaid_cents + $3, month_end_cents = used.month_end_cents + $4`,
      [accountId, isoDate(monthStart(at)), prepaidCents, monthEndCents],
    );
  }
  await tx.query(
    `insert into storage_days (account_id, day, above_bytes, cents_per_gib_month, catalogue_version, measured_at, due_cents,
       prepaid_cents, month_end_cents, transaction_id)
     values ($1, $2::date, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      accountId,
      isoDate(at),
      day.aboveBytes,
      day.centsPerGibMonth,
      day.catalogueVersion,
      at,
      day.dueCents,
      prepaidCents,
      monthEndCents,
      transactionId ?? null,
    ],
  );
}
